import { type ErrorDetail, errorCatalogue, type ServiceError } from '../kernel/errors.ts';

/** The shape of every JSON response. Nothing else is at the top level or in `meta`. */
export interface Envelope<Data> {
  success: boolean;
  data: Data;
  meta: { requestId: string };
}

interface ErrorData {
  code: string;
  message: string;
  retryable: boolean;
  details?: ErrorDetail[];
}

/** Put together as text: the frame of every response needs no serialising, and an id has nothing to escape. */
export function succeedText(data: unknown, requestId: string): string {
  return `{"success":true,"data":${JSON.stringify(data) ?? 'null'},"meta":{"requestId":"${requestId}"}}`;
}

const maxMessageLength = 1_000;
// With the frame around it, less than 16 kB in all.
const maxDetailsBytes = 12_000;

/** A response that only tells of an error. However much was wrong with the request, it stays small. */
export function failText(error: ServiceError, requestId: string): string {
  return JSON.stringify(fail(error, requestId));
}

function fail(error: ServiceError, requestId: string): Envelope<ErrorData> {
  const { message } = error;
  const data: ErrorData = {
    code: error.code,
    message: message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength)}…`,
    retryable: errorCatalogue[error.code].retryable,
  };
  if (error.details) data.details = shortened(error.details);
  return { success: false, data, meta: { requestId } };
}

function shortened(details: readonly ErrorDetail[]): ErrorDetail[] {
  let bytes = 0;
  return details.filter((detail) => {
    bytes += Buffer.byteLength(JSON.stringify(detail)) + 1;
    return bytes <= maxDetailsBytes;
  });
}
