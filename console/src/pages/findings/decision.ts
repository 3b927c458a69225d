import type { FindingRow, TriageFindingBody } from '../../../../clients/typescript/src/types.ts';

export type Decision = TriageFindingBody['status'];

/** A decision that is about to be made, perhaps with the reason that was given for another finding. */
export interface Proposal {
  status: Decision;
  reason?: string;
}

export const decisionNames: Record<FindingRow['status'], string> = {
  open: 'open',
  false_positive: 'false positive',
  accepted_risk: 'accepted risk',
  suppressed: 'suppressed in the repository',
};
