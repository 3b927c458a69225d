import type { PageProps } from '../../shell/pages.ts';
import { NamespaceView } from './namespace-view.tsx';
import { Namespaces } from './namespaces.tsx';
import './memory.css';

export default function Memory({ path: [name] }: PageProps) {
  return name === undefined ? <Namespaces /> : <NamespaceView name={name} key={name} />;
}
