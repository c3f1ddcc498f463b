import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type PixSetting, pix } from '#app/domain/settings/own-pix.ts'
import type { PageHandle } from '#app/http/page.ts'
import { findPixTest, isPixExcluded, savePixSetting } from '#app/models/settings/pix-setting.server.ts'
import { getIssuer, getPixSetting } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { hasPix } from '#app/routes/admin/settings/gateway.server.ts'
import { SettingField } from '#app/routes/admin/settings/setting-field.tsx'
import { loadSetting, saveSetting } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm, useSettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { pixCheckLabels, pixLabels } from '#app/text/settings/pix-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: settingTitles.pix,
  refreshAfter: ({ test }) => (test.isUnderWay ? REFRESH_SECONDS : undefined),
  section: 'settings',
  help: 'banco-e-emissor',
}

const kindCards = {
  cobv: {
    hint: 'Vale até o último dia do boleto. Peça ao banco a permissão.',
  },
  cob: {
    hint: 'Todo banco oferece; vence junto com o boleto. Não é criada com boletos que têm multa, juros ou desconto.',
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const page = await loadSetting(args, pix, pixLabels)
  const [setting, test, { issuer }] = await Promise.all([getPixSetting(), findPixTest(), getIssuer()])
  const isOwnBank = issuer === 'own-bank'
  const isPixOmitted = isOwnBank && setting.isOffered && (await isPixExcluded(setting))
  return { ...page, test, hasPix: hasPix(), isOwnBank, isPixOmitted }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export function action(args: ActionFunctionArgs) {
  const location = paths.admin.setting('pix')
  return saveSetting(args, pix, pixLabels, { check: validatePixSetting, save: savePixSetting, location })
}

function validatePixSetting({ isOffered, key }: PixSetting) {
  return { key: isOffered && key === '' && 'Digite a chave Pix para oferecê-lo' }
}

export default function PixSettingPage() {
  const { hasPix, isOwnBank, isPixOmitted } = useLoaderData<typeof loader>()
  const { form, fields } = useSettingForm(pix, pixLabels)
  return (
    <SettingForm
      lead="O banco do convênio cria uma cobrança Pix com cada boleto. O comprador paga por um ou pelo outro, na página de pagamento."
      back={paths.admin.settings()}
      action={paths.admin.setting('pix')}
      before={
        <>
          <Notice tone="warn" title="Vale para os próximos boletos">
            Os boletos já emitidos continuam como estão. O código Pix não sai no papel do boleto.
          </Notice>
          {hasPix ? null : (
            <Notice tone="warn" title="Pix do banco sem acesso">
              A instalação não tem o certificado e o acesso à API Pix do banco; fale com quem cuida dela. Até
              serem instalados, os boletos saem sem Pix.
            </Notice>
          )}
          {isPixOmitted ? (
            <Notice tone="warn" title="Os boletos saem sem Pix">
              A cobrança imediata não leva a multa, os juros e o desconto dos boletos, e por isso não é
              criada. Use a cobrança com vencimento, ou tire-os em{' '}
              <a href={paths.admin.setting('charges')}>{settingTitles.charges}</a>.
            </Notice>
          ) : null}
          {isOwnBank ? null : (
            <Notice tone="info">
              Os boletos são emitidos por {gatewayLabels.name}, que traz o próprio Pix. Este vale para os
              boletos do convênio.
            </Notice>
          )}
          {hasPix ? <ConnectionTest /> : null}
        </>
      }
      {...form}
    >
      <h2>O que a loja oferece</h2>
      <SettingField {...fields} name="isOffered" />
      <SettingField {...fields} name="key" layout={{ optional: false }} />
      <SettingField {...fields} name="kind" cards={kindCards} />
    </SettingForm>
  )
}

/** Shows the result of the last test, and a button for another test. */
function ConnectionTest() {
  const { test } = useLoaderData<typeof loader>()
  const { isUnderWay, last: lastCheck } = test
  const resultTexts = lastCheck && pixCheckLabels[lastCheck.outcome]
  return (
    <section aria-labelledby="teste" className="stack section">
      <h2 id="teste">Conexão com o banco</h2>
      {isUnderWay ? <Progress text="Perguntando ao banco…" /> : null}
      {resultTexts && !isUnderWay ? (
        <Notice tone={resultTexts.tone} title={resultTexts.title}>
          <p>{resultTexts.text}</p>
          {lastCheck.detail ? <p>Resposta do banco: {lastCheck.detail}</p> : null}
          <p className="hint">Testado em {formatDateTime(new Date(lastCheck.at))}.</p>
        </Notice>
      ) : null}
      <PostForm action={paths.admin.pixTest()} data-once="">
        <Button>Testar conexão</Button>
      </PostForm>
    </section>
  )
}
