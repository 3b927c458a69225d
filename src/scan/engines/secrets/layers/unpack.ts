/** What may come out of one archive or picture, so that a bomb costs no more than a large file. */
export const maxMembers = 2000;
export const maxMemberBytes = 5 << 20;
export const maxTotalBytes = 40 << 20;

/** A part of a file that is read as a file of its own. */
export interface Member {
  name: string;
  bytes: Buffer;
}

export interface Unpacked {
  members: Member[];
  /** Members that were skipped because of a limit or because they are damaged. */
  skipped: number;
}

export function inflate(unpack: () => Buffer): Buffer | undefined {
  try {
    return unpack();
  } catch {
    // Damaged, or larger than the limit: both are counted as skipped, and the coverage says so.
    return undefined;
  }
}

/** What an earlier look at bytes says about where they may be packed: a mark that was not there need not be looked for again. */
export interface PackedMarks {
  /** The end of the directory of a zip, anywhere. */
  hasZipEnd: boolean;
  hasPdfMark: boolean;
}
