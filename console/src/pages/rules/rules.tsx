import type { PageProps } from '../../shell/pages.ts';
import { RuleList } from './rule-list.tsx';
import { RuleView } from './rule-view.tsx';

export default function Rules({ path: [id], query }: PageProps) {
  return id === undefined ? <RuleList query={query} /> : <RuleView id={id} key={id} />;
}
