import type { Audit } from './audit.ts';
import { auditCommits } from './audit-commits.ts';
import { auditConditions } from './audit-conditions.ts';
import { auditContainerPasswords } from './audit-container-passwords.ts';
import { auditImages } from './audit-images.ts';
import { auditObfuscation } from './audit-obfuscation.ts';
import { auditPackages } from './audit-packages.ts';
import { auditPermissions } from './audit-permissions.ts';
import { auditPublishing } from './audit-publishing.ts';
import { auditReleaseCache } from './audit-release-cache.ts';
import { auditSecretEnvironments, auditSecrets } from './audit-secrets.ts';
import { auditTools } from './audit-tools.ts';
import { auditUses } from './audit-uses.ts';

/** Every check of workflows that is more than a condition over one place. */
export const audits: readonly Audit[] = [
  auditUses,
  auditCommits,
  auditImages,
  auditTools,
  auditPackages,
  auditConditions,
  auditSecrets,
  auditSecretEnvironments,
  auditContainerPasswords,
  auditPublishing,
  auditPermissions,
  auditObfuscation,
  auditReleaseCache,
];
