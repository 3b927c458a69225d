/** Who asks: as much of a caller as scans need to know. */
export interface Caller {
  tenantId: string;
  keyId: string;
}
