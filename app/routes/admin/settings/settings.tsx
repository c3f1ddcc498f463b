import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { loadSettingSummaries } from '#app/routes/admin/settings/settings-summary.server.ts'
import { importLabels } from '#app/text/backoffice/import-labels.ts'
import { apiDocsLabels } from '#app/text/platform/api-guide.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = { title: 'Configurações', section: 'settings', help: 'configuracoes' }

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser } = await requireStaff(args)
  return { isSuperuser, ...(await loadSettingSummaries()) }
}

const missingTexts = {
  company: `${settingTitles.company}: sem ela não saem boletos, recibos nem e-mails.`,
  bank: `${settingTitles.bankAgreement}: sem ele os pedidos ficam sem boleto.`,
  freight: `${settingTitles.freight}: sem ela só se vende para download ou à combinar.`,
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type SettingRow = SummaryRow & { isMissing?: boolean }
type SettingGroup = { title: string; rows: SettingRow[] }

export default function Settings() {
  const loaderData = useLoaderData<typeof loader>()
  const missingSettings = (['company', 'bank', 'freight'] as const).filter(
    (name) => loaderData[name] === null,
  )
  return (
    <>
      <PageHeading title="Configurações" />
      {missingSettings.length > 0 ? (
        <Notice tone="warn" title="Falta para a loja vender">
          <ul>
            {missingSettings.map((name) => (
              <li key={name}>{missingTexts[name]}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className="grid grid-2 settings">
        {listSettingGroups(loaderData).map(({ title, rows }) => (
          <section key={title} className="settings-group" aria-label={title}>
            <h2>{title}</h2>
            <SummaryList rows={rows.filter(({ isMissing }) => isMissing)} variant="missing" />
            <SummaryList rows={rows.filter(({ isMissing }) => !isMissing)} />
          </section>
        ))}
      </div>
      {loaderData.isSuperuser ? null : (
        <p className="hint">
          Empresa, convênio, emissor, Pix, multa, juros e desconto são alterados por um administrador.
        </p>
      )}
    </>
  )
}

/** Returns six groups of links that the viewer may open. */
function listSettingGroups({ isSuperuser, ...settings }: Loaded): SettingGroup[] {
  const makeChangeLink = (name: string) => ({ change: { href: paths.admin.setting(name) } })
  const makeSuperuserLink = (name: string) => (isSuperuser ? makeChangeLink(name) : {})
  const makeOpenLink = (href: string) => ({ change: { href, label: 'Abrir' } })
  const listForSuperuser = (row: SettingRow): SettingRow[] => (isSuperuser ? [row] : [])
  return [
    {
      title: 'Empresa',
      rows: [
        {
          key: settingTitles.company,
          value: settings.company ?? 'não informada',
          isMissing: settings.company === null,
          ...makeSuperuserLink('company'),
        },
        { key: settingTitles.appearance, value: settings.look, ...makeSuperuserLink('appearance') },
        { key: settingTitles.shop, value: settings.rules, ...makeChangeLink('shop') },
      ],
    },
    {
      title: 'Cobrança',
      rows: [
        {
          key: settingTitles.bankAgreement,
          value: settings.bank ?? 'não informado',
          isMissing: settings.bank === null,
          ...makeSuperuserLink('bank'),
        },
        { key: settingTitles.issuer, value: settings.issuer, ...makeSuperuserLink('issuer') },
        {
          key: settingTitles.pix,
          value: 'Cobrança Pix ao lado do boleto do convênio',
          ...makeSuperuserLink('pix'),
        },
        { key: settingTitles.charges, value: settings.charges, ...makeSuperuserLink('charges') },
      ],
    },
    {
      title: 'Envio',
      rows: [
        {
          key: settingTitles.freight,
          value: settings.freight ?? 'vazia',
          isMissing: settings.freight === null,
          ...makeChangeLink('freight'),
        },
        { key: settingTitles.statusFile, value: settings.statusFile, ...makeChangeLink('status_file') },
      ],
    },
    {
      title: 'Fiscal',
      rows: [{ key: settingTitles.fiscal, value: settings.fiscal, ...makeSuperuserLink('fiscal') }],
    },
    {
      title: 'Integrações',
      rows: [
        { key: 'Chaves da API', value: settings.apiKeys, ...makeSuperuserLink('api_keys') },
        { key: 'Webhooks', value: settings.webhooks, ...makeSuperuserLink('webhooks') },
        ...listForSuperuser({
          key: importLabels.title,
          value: importLabels.lead,
          ...makeOpenLink(paths.admin.imports()),
        }),
        {
          key: apiDocsLabels.title,
          value: 'Como programas chamam a loja',
          ...makeOpenLink(paths.apiReference()),
        },
      ],
    },
    {
      title: 'Sistema',
      rows: [
        ...listForSuperuser({
          key: settingTitles.firstSteps,
          value: 'O que falta para a loja vender',
          ...makeOpenLink(paths.admin.firstSteps()),
        }),
        { key: 'Usuários e acessos', value: 'Contas da equipe', ...makeOpenLink(paths.admin.staffUsers()) },
        { key: 'E-mails', value: 'Enviados, recusados e devolvidos', ...makeOpenLink(paths.admin.mails()) },
        {
          key: 'Tarefas',
          value: 'Trabalhos em segundo plano: o que corre e o que falhou',
          ...makeOpenLink(paths.admin.jobs()),
        },
        { key: 'Histórico', value: 'Quem fez o quê, e quando', ...makeOpenLink(paths.admin.history()) },
        ...listForSuperuser({
          key: 'Registro de segurança',
          value: 'Quem entrou e o que saiu',
          ...makeOpenLink(paths.admin.securityLog()),
        }),
      ],
    },
  ]
}
