import { architectureClaims } from './architectures';
import type { ClaimFamily } from './claim';
import { lowerFloorsClaims } from './lower-floors';
import { tunedKernelClaims } from './tuned-kernel';

export { type Claim, type ClaimFamily, claimLine, type Found, holds } from './claim';

/** What `make bench` measures and checks, in order. A new family is its file and a line here. */
export const CLAIMS: readonly ClaimFamily[] = [architectureClaims, tunedKernelClaims, lowerFloorsClaims];
