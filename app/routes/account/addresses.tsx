import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeAddressesSchema } from '#app/forms/account.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { type RecordConflict, saveOwnRecord } from '#app/http/accounts/save-own.server.ts'
import {
  type FillResult,
  fillAddressFromCep,
  getAddressTexts,
  readAddressFields,
} from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { changeAddresses } from '#app/models/accounts/account.server.ts'
import { findCheckoutProfile } from '#app/models/accounts/user.server.ts'
import { paths } from '#app/paths.ts'
import { unchangedNotice } from '#app/text/accounts/account-labels.ts'
import { makeCheckoutLabels } from '#app/text/checkout/checkout-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { AddressFields } from '#app/ui/forms/address-fields.tsx'
import { OwnConflictNotice } from '#app/ui/forms/conflict-notice.tsx'
import { EnterButton } from '#app/ui/forms/enter-button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Choice, Fieldset } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Endereços' }

/** Data for the form after a postal code look-up, with errors, or after a conflict. */
type AddressesReply = Partial<RecordConflict> & { fillResult?: FillResult }

const labels = makeCheckoutLabels([], [])

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  return { saved: getAddressTexts(await findCheckoutProfile(viewer.profileId)) }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const form = await readForm(args.request)
  const cep = readCepIntent(form)
  if (cep) return data<AddressesReply>({ fillResult: await fillAddressFromCep(form, cep) })
  const schema = makeAddressesSchema({ shipsElsewhere: form.get('ship_elsewhere') === 'on' })
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') {
    const fillResult: FillResult = { fields: readAddressFields(form), notes: {} }
    return data<AddressesReply>({ fillResult, result: submission.reply() }, { status: 400 })
  }
  const { billing, shipping = null } = submission.value
  const outcome = await saveOwnRecord(submission, {
    labels,
    toTexts: getAddressTexts,
    find: () => findCheckoutProfile(viewer.profileId),
    typed: getAddressTexts({ billing, shipping }),
    save: (check) => changeAddresses(viewer, { billing, shipping }, check),
  })
  if (typeof outcome === 'object') return data<AddressesReply>(outcome, { status: 409 })
  const text = 'Endereços alterados. Pedidos já feitos seguem para o endereço que está neles.'
  return redirectWithFlash(paths.account(), outcome === 'saved' ? { tone: 'good', text } : unchangedNotice)
}

export default function Addresses() {
  const { saved } = useLoaderData<typeof loader>()
  const { fillResult, result, conflict } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? saved)
  return (
    <div className="narrow">
      <PageHeading
        title="Endereços"
        lead="Para as próximas compras. Pedidos já feitos ficam como estão."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {conflict ? <OwnConflictNotice conflict={conflict} /> : null}
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={labels} /> : null}
      <PostForm seenDigest={field.seenDigest} action={paths.addresses()} noValidate data-once="">
        <EnterButton>Salvar</EnterButton>
        <Fieldset legend="Endereço de cobrança" id="cobranca">
          <AddressFields prefix="billing" field={field.getField} cepNote={fillResult?.notes.billing} />
        </Fieldset>
        <ShippingAddress field={field} notes={fillResult?.notes} />
        <HiddenFilledInputs getValue={field.value} />
        <p className="actions">
          <Button variant="main">Salvar endereços</Button>
        </p>
      </PostForm>
    </div>
  )
}

type FieldTextReader = ReturnType<typeof makeFieldTextReader>

function ShippingAddress({
  field,
  notes,
}: {
  field: FieldTextReader
  notes: FillResult['notes'] | undefined
}) {
  return (
    <Fieldset legend="Endereço de entrega" id="entrega">
      <Choice
        label="Onde entregar"
        name="ship_elsewhere"
        defaultValue={field.value('ship_elsewhere') ?? 'off'}
        options={[
          { value: 'off', label: 'No endereço de cobrança' },
          {
            value: 'on',
            label: 'Em outro endereço',
            content: <AddressFields prefix="shipping" field={field.getField} cepNote={notes?.shipping} />,
          },
        ]}
      />
    </Fieldset>
  )
}

const filledFieldNames = ['billing', 'shipping'].flatMap((prefix) =>
  ['street', 'province', 'city', 'state'].map((name) => `filled.${prefix}.${name}`),
)

/** Adds values filled in by the shop as hidden fields, so that another postal code replaces them (F45). */
function HiddenFilledInputs({ getValue }: { getValue: FieldTextReader['value'] }) {
  return (
    <div id="preenchidos" data-region="" data-notice-place="">
      {filledFieldNames.map((name) => {
        const text = getValue(name)
        return text === undefined ? null : <input key={name} type="hidden" name={name} value={text} />
      })}
    </div>
  )
}
