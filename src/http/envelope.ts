import { type ErrorDetail, errorCatalogue, type ServiceError } from '../kernel/errors.ts';

/** The shape of every JSON answer. Nothing else stands at the top level or in `meta`. */
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

/** Put together as text: the frame of every answer needs no serialising, and an id has nothing to escape. */
export function succeedText(data: unknown, requestId: string): string {
  return `{"success":true,"data":${JSON.stringify(data) ?? 'null'},"meta":{"requestId":"${requestId}"}}`;
}

export function fail(error: ServiceError, requestId: string): Envelope<ErrorData> {
  const data: ErrorData = {
    code: error.code,
    message: error.message,
    retryable: errorCatalogue[error.code].retryable,
  };
  if (error.details) data.details = error.details;
  return { success: false, data, meta: { requestId } };
}
