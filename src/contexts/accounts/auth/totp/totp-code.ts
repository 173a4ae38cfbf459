import { Secret, TOTP } from 'otpauth';

const digits = 6;
const period = 30;
/** Steps by which the clocks of server and app may differ. */
const window = 1;

/** A new secret of 160 bits, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string, publicUrl: string): string {
  return totp(secret, email, `Workspace Automation (${new URL(publicUrl).host})`).toString();
}

/** The time step of a code (RFC 6238); null if it is not a code of now, of the step before or of the next one. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / period) + delta;
}

function totp(secret: string, label?: string, issuer?: string): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits,
    period,
    ...(label !== undefined && { label }),
    ...(issuer !== undefined && { issuer }),
  });
}
