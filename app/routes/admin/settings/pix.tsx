import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pixKinds } from '#app/domain/settings/own-pix.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { requireProvedSuperuser } from '#app/http/accounts/proof.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { findPixTest, type PixSetting, savePixSetting } from '#app/models/settings/pix-setting.server.ts'
import { getIssuer, getPixSetting } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { hasPix } from '#app/routes/admin/settings/gateway.server.ts'
import { saveOrConflict, settingFaults } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { settingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { pixSchema } from '#app/routes/admin/settings/settings-schema.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { pixCheckLabels, pixKindLabels, pixSettingLabels } from '#app/text/settings/pix-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, Choice, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: pixSettingLabels.title,
  refreshAfter: ({ test }) => (test.isUnderWay ? REFRESH_SECONDS : undefined),
}

const labels = {
  is_offered: pixSettingLabels.isOffered,
  key: pixSettingLabels.key,
  kind: pixSettingLabels.kind,
}

const kindHints = {
  cobv: 'Vale até alguns dias depois do vencimento do boleto, como ele. Peça ao banco a permissão.',
  cob: 'Todo banco oferece; vence junto com o boleto.',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedSuperuser(args)
  const [saved, frame, test, { issuer }] = await Promise.all([
    storedTexts(),
    settingFrame('pix'),
    findPixTest(),
    getIssuer(),
  ])
  return { saved, ...frame, test, hasPix: hasPix(), isOwnBank: issuer === 'own-bank' }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireProvedSuperuser(args)
  const submission = parseWithZod(await readForm(args.request), { schema: pixSchema })
  if (submission.status !== 'success') return settingFaults(submission)
  const { lock_version, is_offered: isOffered, key, kind } = submission.value
  const setting = { isOffered, key, kind }
  return saveOrConflict(
    savePixSetting(setting, { seen: lock_version, actorUserId: viewer.userId }),
    { name: 'pix', labels, stored: storedTexts, typed: textsOf(setting) },
    { submission, location: paths.admin.setting('pix') },
  )
}

async function storedTexts() {
  return textsOf(await getPixSetting())
}

function textsOf({ isOffered, key, kind }: PixSetting) {
  return { is_offered: isOffered ? 'on' : '', key, kind }
}

export default function PixSettingPage() {
  const { saved, lock_version, history, hasPix, isOwnBank } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply?.result, saved)
  const { defaultValue, ...kind } = field.of('kind')
  const { defaultValue: isOffered, ...offer } = field.of('is_offered')
  return (
    <SettingForm
      title={pixSettingLabels.title}
      lead="O banco do convênio cria uma cobrança Pix com cada boleto. O comprador paga por um ou pelo outro, na página de pagamento."
      back={paths.admin.settings()}
      action={paths.admin.setting('pix')}
      lock_version={reply?.lock_version ?? lock_version}
      conflict={reply?.conflict}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam como estão. O código Pix não sai no papel do boleto.
          </Notice>
          {hasPix ? null : (
            <Notice tone="warn" title="Pix do banco sem acesso">
              A instalação não tem o certificado e o acesso à API Pix do banco (variáveis PIX_…). Até serem
              instalados, os boletos saem sem Pix.
            </Notice>
          )}
          {isOwnBank ? null : (
            <Notice tone="info">
              Os boletos são emitidos por {gatewayLabels.name}, que traz o próprio Pix. Este vale para os
              boletos do convênio.
            </Notice>
          )}
          {hasPix ? <Test /> : null}
        </>
      }
      {...{ field, labels, history }}
    >
      <h2>O que a loja oferece</h2>
      <CheckboxField label={labels.is_offered} {...offer} defaultChecked={isOffered === 'on'} />
      <TextField
        label={labels.key}
        hint="Da conta do convênio: CNPJ, e-mail, telefone com +55 ou chave aleatória."
        {...field.of('key')}
      />
      <Choice
        label={labels.kind}
        {...kind}
        {...(defaultValue ? { defaultValue } : {})}
        options={pixKinds.map((value) => ({ value, label: pixKindLabels[value], hint: kindHints[value] }))}
      />
    </SettingForm>
  )
}

/** What the bank said last, and the button that asks again. */
function Test() {
  const { test } = useLoaderData<typeof loader>()
  const { isUnderWay, last } = test
  const found = last && pixCheckLabels[last.outcome]
  return (
    <section aria-labelledby="teste" className="stack section">
      <h2 id="teste">Conexão com o banco</h2>
      {isUnderWay ? <Progress text="Perguntando ao banco…" /> : null}
      {found && !isUnderWay ? (
        <Notice tone={found.tone} title={found.title}>
          <p>{found.text}</p>
          {last.detail ? <p>Resposta do banco: {last.detail}</p> : null}
          <p className="hint">Testado em {formatDateTime(new Date(last.at))}.</p>
        </Notice>
      ) : null}
      <form method="post" action={paths.admin.pixTest()} data-once="">
        <Button>Testar conexão</Button>
      </form>
    </section>
  )
}
