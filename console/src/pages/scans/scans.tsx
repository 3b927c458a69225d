import type { PageProps } from '../../shell/pages.ts';
import { ScanList } from './scan-list.tsx';
import { ScanView } from './scan-view.tsx';
import './scans.css';

export default function Scans({ path: [scanId], query }: PageProps) {
  return scanId === undefined ? <ScanList query={query} /> : <ScanView scanId={scanId} key={scanId} />;
}
