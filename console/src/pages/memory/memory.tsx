import type { PageProps } from '../../shell/pages.ts';
import { NamespaceView } from './namespace-view.tsx';
import { Namespaces } from './namespaces.tsx';
import './memory.css';

export default function Memory({ path: [name], query }: PageProps) {
  return name === undefined ? <Namespaces query={query} /> : <NamespaceView name={name} key={name} />;
}
