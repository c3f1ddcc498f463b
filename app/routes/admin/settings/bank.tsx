import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldNames } from '#app/domain/charges/banks/agreement-fields.ts'
import { type BankAgreement, bankCodes, banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { boletoNumberText } from '#app/domain/charges/boleto-number.ts'
import { missingSettings } from '#app/domain/platform/job-event.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { retryRefusedFor } from '#app/models/backoffice/outbox-admin.server.ts'
import {
  findBoletoNumbers,
  NumberGiven,
  saveBankAgreement,
} from '#app/models/charges/boleto-number.server.ts'
import { countWaitingInstructions } from '#app/models/payments/pending-instructions.server.ts'
import { findBankAgreement, type Saving } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { bankSchema } from '#app/routes/admin/settings/settings-schema.ts'
import { formatWaiting } from '#app/text/payments/boleto-labels.ts'
import { type AgreementPart, agreementLabels, bankLabel } from '#app/text/settings/agreement-labels.ts'
import { bankName, untriedAdvice } from '#app/text/settings/bank-labels.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'
import { formatNumberGiven } from '#app/text/settings/boleto-number-labels.ts'
import { Choice, SelectField, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { BoletoNumbers } from '#app/ui/payments/boleto-numbers.tsx'

export const handle: PageHandle = { title: 'Convênio bancário', section: 'settings', help: 'banco-e-emissor' }

const formatOptions = [400, 240].map((value) => ({ value: String(value), label: `CNAB ${value}` }))

/** Returns the bank's own name for the field. */
function getLabel(bank: CnabBank, name: AgreementPart): string {
  return bankTexts[bank].fields?.[name] ?? agreementLabels[name].label
}

function findHint(bank: CnabBank, name: AgreementPart): string | undefined {
  return bankTexts[bank].hints?.[name] ?? agreementLabels[name].hint
}

/** Fields of each bank's agreement, in the sequence of the form. */
const askedFields = bankCodes
  .map((each) => banks[each])
  .map(({ code, agreementFields }) => ({
    code,
    names: [...fieldNames(agreementFields), 'nextRemittance' as const, 'nextNumber' as const],
  }))
const bankFields = askedFields.flatMap(({ code, names }) =>
  names.map((name): [string, string] => [`b${code}.${name}`, getLabel(code, name)]),
)
const labels = { bank: bankLabel, ...Object.fromEntries(bankFields) }
/** Excludes the next number, which is not part of the agreement and increases with each order. */
const comparedLabels = Object.fromEntries(
  Object.entries(labels).filter(([name]) => !name.endsWith('.nextNumber')),
)

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const [agreement, frame, waiting] = await Promise.all([
    findBankAgreement(),
    settingFrame('bankAgreement'),
    countWaitingInstructions(),
  ])
  const numbers = agreement ? await findBoletoNumbers(agreement) : null
  return { saved: agreement ? toTexts(agreement) : {}, ...frame, waiting: formatWaiting(waiting), numbers }
}

/** Saves the agreement and issues boletos that waited for it. */
async function saveAgreement(agreement: BankAgreement, nextNumber: number | undefined, saving: Saving) {
  await saveBankAgreement(agreement, nextNumber, saving)
  await retryRefusedFor(missingSettings.agreement, saving.actorUserId)
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: bankSchema(form.get('bank')) })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, bank } = submission.value
  const { agreement, nextNumber } = submission.value[`b${bank}`] ?? {}
  if (!agreement) return settingFaults(submission)
  const saving = { seen: lock_version, actorUserId: viewer.userId }
  return saveOrConflict(
    saveAgreement(agreement, nextNumber, saving),
    { name: 'bankAgreement', labels: comparedLabels, stored: loadTexts, typed: toTexts(agreement) },
    { submission, location: paths.admin.settings() },
  ).catch((error) => {
    if (!(error instanceof NumberGiven)) throw error
    const lowest = boletoNumberText(agreement, error.lowest)
    return settingFaults(submission, { [`b${agreement.bank}.nextNumber`]: [formatNumberGiven(lowest)] })
  })
}

async function loadTexts(): Promise<Record<string, string>> {
  const agreement = await findBankAgreement()
  return agreement ? toTexts(agreement) : {}
}

function toTexts({ bank, ...rest }: BankAgreement): Record<string, string> {
  const givenFields = Object.entries(rest).filter(([, value]) => value !== undefined)
  const fields = givenFields.map(([name, value]) => [`b${bank}.${name}`, String(value)])
  return { bank, ...Object.fromEntries(fields) }
}

export default function BankSetting() {
  const { saved, lock_version, history, waiting, numbers } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const { defaultValue, ...bank } = field.of('bank')
  return (
    <SettingForm
      title="Convênio bancário"
      lead="Com que banco a loja emite os boletos."
      back={paths.admin.settings()}
      action={paths.admin.setting('bank')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam como estão, no banco e na conta de antes. O formato vale já na
            próxima remessa.
          </Notice>
          {waiting ? <SendFirst waiting={waiting} /> : null}
          {numbers ? <BoletoNumbers numbers={numbers} /> : null}
        </>
      }
      {...{ field, labels, history }}
    >
      <Choice
        label={bankLabel}
        {...bank}
        {...(defaultValue ? { defaultValue } : {})}
        options={askedFields.map(({ code, names }) => ({
          value: code,
          label: `${bankName(code)} (${code})${bankTexts[code].isUntried ? ', a homologar' : ''}`,
          content: <AgreementFields {...{ code, names, field }} />,
        }))}
      />
    </SettingForm>
  )
}

type FieldsProps = {
  code: CnabBank
  names: readonly AgreementPart[]
  field: ReturnType<typeof fieldText>
}

function AgreementFields({ code, names, field }: FieldsProps) {
  return (
    <>
      {bankTexts[code].isUntried ? <p className="hint">{untriedAdvice}</p> : null}
      {names.map((name) =>
        name === 'format' ? (
          <SelectField
            key={name}
            label={getLabel(code, name)}
            width="half"
            optional
            hint={findHint(code, name)}
            options={formatOptions}
            placeholder="Escolher em cada remessa"
            {...field.of(`b${code}.${name}`)}
          />
        ) : (
          <TextField
            key={name}
            label={getLabel(code, name)}
            width="half"
            {...(agreementLabels[name].hint
              ? { optional: true, hint: findHint(code, name) }
              : { required: true })}
            {...field.of(`b${code}.${name}`)}
          />
        ),
      )}
    </>
  )
}

function SendFirst({ waiting }: { waiting: string }) {
  return (
    <Notice tone="warn" title={waiting}>
      <p>
        <a href={paths.admin.remittances()}>Gere a remessa</a> e envie-a ao banco antes de mudar de banco,
        conta, carteira ou formato. Depois da mudança, boletos ainda não enviados precisam de outro (“Novo
        vencimento”, no pedido), e as baixas têm de ser dadas no site do banco.
      </p>
    </Notice>
  )
}
