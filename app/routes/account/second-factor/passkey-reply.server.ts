import { data } from '@remix-run/node'
import type { RequestArgs } from '#app/http/context.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import type { TooManyAttempts } from '#app/models/accounts/rate-limit.server.ts'
import { assertionForm } from '#app/routes/account/second-factor/passkey-schemas.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Returns an error of the whole form because a person types nothing into a passkey's field. */
export function replyToPasskey({ context }: RequestArgs, passkeyCheck: 'wrong' | TooManyAttempts) {
  return passkeyCheck === 'wrong'
    ? makePasskeyFault(messages.passkeyWrong)
    : makePasskeyFault(messages.tooManyCodes(setRetryAfter(context, passkeyCheck)), 429)
}

function makePasskeyFault(text: string, status = 400) {
  return data({ status: 'error' as const, initialValue: {}, error: { '': [text] } }, { status })
}

/** Returns the device's response; undefined if the form contains no valid response. */
export function parseAssertion(form: FormData) {
  return assertionForm.safeParse(Object.fromEntries(form)).data?.credential
}
