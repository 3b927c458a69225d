/** Licence identifiers of the SPDX list that packages commonly have. Others are written as plain names, which every reader takes. */
const identifiers = new Set(
  `0BSD AFL-2.1 AFL-3.0 AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-1.1 Apache-2.0 Artistic-1.0 Artistic-1.0-Perl Artistic-2.0
   BlueOak-1.0.0 BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSD-3-Clause-Clear BSD-4-Clause BSL-1.0 bzip2-1.0.6 CC-BY-3.0 CC-BY-4.0
   CC-BY-SA-4.0 CC0-1.0 CDDL-1.0 CDDL-1.1 CPL-1.0 curl ECL-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2 FTL GPL-2.0 GPL-2.0-only
   GPL-2.0-or-later GPL-3.0 GPL-3.0-only GPL-3.0-or-later HPND ICU IJG ISC JSON LGPL-2.0-only LGPL-2.1 LGPL-2.1-only LGPL-2.1-or-later
   LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later Libpng MIT MIT-0 MPL-1.1 MPL-2.0 MS-PL MulanPSL-2.0 NCSA OFL-1.1 OpenSSL OSL-3.0
   PHP-3.01 PostgreSQL PSF-2.0 Python-2.0 Python-2.0.1 Ruby Unicode-3.0 Unicode-DFS-2016 Unlicense UPL-1.0 Vim W3C
   WTFPL X11 Zlib ZPL-2.1`.split(/\s+/),
);

/** The text as an SPDX expression of known identifiers; undefined where it is not one. */
function spdxExpression(licence: string): string | undefined {
  const tokens = licence.slice(0, 500).match(/[()]|[^\s()]+/g) ?? [];
  let depth = 0;
  let wantsName = true;
  for (const token of tokens) {
    if (token === '(' && wantsName) depth++;
    else if (token === ')' && !wantsName) depth--;
    else if (wantsName && identifiers.has(token)) wantsName = false;
    else if (!wantsName && (token === 'AND' || token === 'OR')) wantsName = true;
    else return undefined;
    if (depth < 0) return undefined;
  }
  return depth === 0 && !wantsName ? licence.trim() : undefined;
}

/** Several licences of one package: all of them as one expression, where each is known. Packages that list several let the user choose. */
export function combinedExpression(licences: readonly string[]): string | undefined {
  const expressions = licences.map(spdxExpression);
  if (expressions.length === 0 || expressions.includes(undefined)) return undefined;
  return expressions.length === 1
    ? expressions[0]
    : expressions.map((each) => (/\s/.test(each!) ? `(${each})` : each)).join(' OR ');
}
