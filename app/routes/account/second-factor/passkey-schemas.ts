import { z } from 'zod'
import { maxPasskeyName } from '#app/domain/accounts/passkey.ts'
import { requiredText } from '#app/forms/text-field.ts'

/** The limit in characters; an RSA key with an attestation has about two thousand. */
const MAX_CREDENTIAL_LENGTH = 12_000

const base64url = z.string().regex(/^[\w-]+$/)
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
const credentialFields = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}

/** Parses the device's JSON response in the hidden field (WebAuthn 3, 5.1.8). */
function makeCredentialSchema<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .max(MAX_CREDENTIAL_LENGTH)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

export const assertionForm = z.object({
  credential: makeCredentialSchema(
    z.object({
      ...credentialFields,
      response: z.object({
        clientDataJSON: base64url,
        authenticatorData: base64url,
        signature: base64url,
        userHandle: base64url.optional(),
      }),
    }),
  ),
})

export const attestationForm = z.object({
  credential: makeCredentialSchema(
    z.object({
      ...credentialFields,
      response: z.object({
        clientDataJSON: base64url,
        attestationObject: base64url,
        // Browsers may send values that did not exist when this code was written.
        transports: z
          .array(z.string().max(20))
          .max(20)
          .default([])
          .transform((names) => knownTransports.filter((transport) => names.includes(transport))),
      }),
    }),
  ),
})

export const passkeyNameForm = z.object({ name: requiredText(maxPasskeyName) })
