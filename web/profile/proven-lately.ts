type Proof = Readonly<{ method: string; timestamp: number }>

/** The server asks for a proof of the last hour; what is begun now is sent some minutes later. */
const lastsSeconds = 50 * 60

/** Whether a session proved a second factor or a passkey lately enough to change factors: `amr` as the access token lists it. */
export function provenLately(amr: readonly (Proof | string)[], now: Date): boolean {
  return amr.some(
    (proof) =>
      typeof proof === 'object' &&
      (proof.method === 'totp' || proof.method === 'passkey' || proof.method.startsWith('mfa/')) &&
      proof.timestamp > now.getTime() / 1_000 - lastsSeconds,
  )
}
