import { doubtOfAlike } from '../../values/doubts/alike-values.ts';
import { doubtOfDescription } from '../../values/doubts/api-descriptions.ts';
import { inlineTest, isInInlineTest } from '../../values/doubts/inline-tests.ts';
import { doubtOfIssuer, doubtOfUse } from '../../values/doubts/issuers.ts';
import { doubtOfManyKeys } from '../../values/doubts/many-keys.ts';
import { doubtOfOwnService, doubtOfSharedLink } from '../../values/doubts/own-services.ts';
import { doubtOfPublicNote } from '../../values/doubts/public-notes.ts';
import { doubtOfSettingsClass } from '../../values/doubts/settings-classes.ts';
import { doubtOfTelemetry } from '../../values/doubts/telemetry.ts';
import { doubtOfBuild, doubtOfOwnRequest, doubtOfTrialService } from '../../values/doubts/trial-services.ts';
import { enclosingKeys } from '../../values/enclosing-keys.ts';
import { doubtOfFiller } from '../../values/filler-settings.ts';
import {
  doubtOfEnvironment,
  doubtOfFallback,
  doubtOfLocalPorts,
  doubtOfLocalService,
  doubtOfOwnMachine,
  doubtOfSample,
  doubtOfServices,
  doubtOfSetup,
  doubtOfText,
  doubtOfTranscript,
  maxBefore,
} from '../../values/sample-data.ts';
import {
  doubtOfKeys,
  doubtOfLine,
  doubtOfMode,
  doubtOfNote,
  doubtOfPage,
  doubtOfSalt,
  doubtOfWords,
} from '../../values/surroundings.ts';
import { type DetectorTools, type Layer, textOf } from '../candidate.ts';
import { type Judged, lessened } from '../detect-format.ts';
import type { Assignment } from './assignment.ts';

/** What is around the assignment may give a reason to trust it less. */
export function withSurroundings(
  { bytes, context }: Layer,
  { nameStart, nameEnd, valueEnd }: Assignment,
  value: string,
  judged: Judged,
  tools: DetectorTools,
): Judged {
  const isLoud = judged.severity === 'high';
  const isDocument = isLoud && context.syntax === 'config';
  const start = Math.max(0, nameStart - (isLoud ? maxBefore : 2000));
  tools.charge(nameStart - start + (context.syntax === 'code' ? 4096 : 0));
  const before = textOf(bytes, start, nameStart);
  const name = textOf(bytes, nameStart, nameEnd);
  const after = textOf(bytes, valueEnd, Math.min(bytes.length, valueEnd + 1500));
  const doubt =
    tools.vocabulary.doubtOfPublicKey(name, value) ??
    (context.syntax === 'code' ? doubtOfManyKeys(name, value, bytes) : undefined) ??
    (isEncrypted(value) ? encrypted : undefined) ??
    (isLoud && isInInlineTest(bytes, nameStart, context)
      ? ({ limit: 'low', reason: inlineTest } as const)
      : undefined) ??
    (context.syntax === 'code' && isInLongLine(bytes, nameStart, valueEnd) ? longLine : undefined) ??
    (context.syntax === 'code' && isRepeated(bytes, nameStart, value) ? repeated : undefined) ??
    doubtOfWords(name) ??
    doubtOfMode(value) ??
    (isLoud ? doubtOfSalt(name, before.slice(-2000) + after) : undefined) ??
    doubtOfLine(before.slice(-200), value, after.slice(0, 200)) ??
    doubtOfPage(before.slice(-2000)) ??
    (isDocument
      ? (doubtOfKeys(enclosingKeys(before)) ??
        doubtOfDescription(textOf(bytes, 0, Math.min(bytes.length, 2048))))
      : undefined) ??
    (isLoud ? (doubtOfSetup(context.setup, name) ?? doubtOfText(before)) : undefined) ??
    (isDocument
      ? (doubtOfOwnMachine(name, before.slice(-4000) + after) ??
        doubtOfLocalService(name, before.slice(-2000) + after))
      : undefined) ??
    (isDocument ? doubtOfLocalPorts(textOf(bytes, 0, Math.min(bytes.length, 65_536))) : undefined) ??
    (isDocument
      ? (doubtOfServices(name, textOf(bytes, 0, Math.min(bytes.length, 65_536))) ??
        doubtOfFallback(before, after, textOf(bytes, 0, Math.min(bytes.length, 65_536))))
      : undefined) ??
    (isLoud && context.syntax !== 'code'
      ? doubtOfEnvironment(name, textOf(bytes, 0, Math.min(bytes.length, 65_536)))
      : undefined) ??
    (isLoud && (context.syntax === 'code' || isInAddress(before))
      ? (doubtOfIssuer(name, context.settings) ?? doubtOfSharedLink(name, isInAddress(before)))
      : undefined) ??
    (isLoud ? doubtOfFiller(context, bytes) : undefined) ??
    (isLoud
      ? (doubtOfTrialService(name, before.slice(-2000) + after) ??
        doubtOfOwnRequest(before.slice(-2000), after) ??
        doubtOfBuild(name))
      : undefined) ??
    (isLoud
      ? (doubtOfNote(before) ??
        doubtOfPublicNote(before, after) ??
        doubtOfTranscript(name, before, after) ??
        doubtOfOwnService(before, after) ??
        doubtOfAlike(value, before.slice(-1500), after, tools.kindOfName))
      : undefined) ??
    (isLoud && context.syntax === 'code'
      ? (doubtOfSample(before, after) ??
        doubtOfTelemetry(name, before) ??
        doubtOfSettingsClass(name, before, context) ??
        (context.settings
          ? undefined
          : doubtOfUse(name, tools.kindOfName(name), before.slice(-1500) + after)))
      : undefined);
  return doubt ? lessened(judged, doubt.limit, doubt.reason) : judged;
}

/** `https://tiles.example.org/{z}/{x}/{y}?api_key=`, up to the name. */
function isInAddress(before: string): boolean {
  return /:\/\/[^\s"'`<>]{3,400}[?&#]$/.test(before.slice(-420));
}

const encrypted = { limit: 'low', reason: 'it is encrypted, for whoever has the key to it' } as const;

/** What RFC 7516 calls the compact form: five parts, of which the first says how the rest is encrypted. */
function isEncrypted(value: string): boolean {
  const header = /^(eyJ[\w-]{16,1000})\.[\w-]{0,2000}\.[\w-]{8,64}\.[\w-]{4,20000}\.[\w-]{16,100}$/.exec(
    value,
  )?.[1];
  return header !== undefined && Buffer.from(header, 'base64url').toString('latin1').includes('"enc"');
}

const longLine = { limit: 'medium', reason: 'a program wrote the line' } as const;

const repeated = { limit: 'medium', reason: 'it stands there several times, as samples do' } as const;

/** The same value three times near one another. */
function isRepeated(bytes: Buffer, at: number, value: string): boolean {
  const part = bytes.toString('latin1', Math.max(0, at - 8192), at + 8192);
  return value.length >= 8 && part.split(value).length > 3;
}

/** Lines that nobody writes: what a packer put together. */
function isInLongLine(bytes: Buffer, start: number, end: number): boolean {
  return ![bytes.subarray(Math.max(0, start - 1500), start), bytes.subarray(end, end + 1500)].some(
    (part) => part.length < 1500 || part.includes(0x0a),
  );
}
