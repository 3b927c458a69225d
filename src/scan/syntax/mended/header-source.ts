/**
 * Headers that C and C++ share, as the grammar of C can read them: `extern "C" {` and its bracket stand each between `#ifdef __cplusplus` and `#endif`, so that neither part is whole. For C they
 * are not there.
 */
export function mendedHeader(text: string): string {
  return text.includes('__cplusplus') ? text.replace(forCPlusPlus, blanks) : text;
}

function blanks(part: string): string {
  return part.replace(/[^\n\r]/g, ' ');
}

const forCPlusPlus =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t]*\(?[ \t]*)__cplusplus\b[^\n]{0,80}\n[ \t\r]*\n?[ \t]*(?:extern[ \t]+"C"[ \t]*\r?\n?[ \t]*\{|\})[^\n]{0,80}\n[ \t\r]*\n?[ \t]*#[ \t]*endif[^\n]{0,80}/gm;
