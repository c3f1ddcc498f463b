import { findAddressFault } from '#app/domain/settings/webhook.ts'
import { requiredText } from '#app/forms/text-field.ts'
import { addressFaultLabels } from '#app/text/settings/webhook-labels.ts'

export function makeWebhookAddressField(allowPrivate: boolean) {
  return requiredText(500).superRefine((address, context) => {
    const fault = address === '' ? undefined : findAddressFault(address, allowPrivate)
    if (fault) context.addIssue(addressFaultLabels[fault])
  })
}
