import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatPhone, normalisePhone } from '#app/domain/accounts/phone.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { countAircraftAndSessions } from '#app/models/accounts/account.server.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import { listFleet } from '#app/models/accounts/aircraft.server.ts'
import { findLastRecoveryEnd } from '#app/models/accounts/mailbox/recovered-account.server.ts'
import { findCheckoutProfile, type Viewer } from '#app/models/accounts/user.server.ts'
import { listUnsentForms } from '#app/models/platform/unsent-form.server.ts'
import { paths } from '#app/paths.ts'
import { formatCount, maskDocument } from '#app/text/accounts/account-labels.ts'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatFleet, listEndedAccess, recoveryLabels } from '#app/text/accounts/recovery-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList, type SummaryRow } from '#app/ui/summary-list.tsx'

const RECOVERY_NOTICE_MS = 30 * 24 * 3_600_000

export const handle: PageHandle = { title: 'Meus dados' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const [profile, counts, unsentForms] = await Promise.all([
    findCheckoutProfile(viewer.profileId),
    countAircraftAndSessions(viewer),
    listUnsentForms(viewer.userId),
  ])
  const { phone, billing, shipping } = profile
  return {
    name: viewer.displayName,
    document: maskDocument(profile),
    phone: phone && normalisePhone(phone) ? formatPhone(phone) : phone,
    email: viewer.email,
    isCompany: profile.isCompany,
    hasCompanies: viewer.hasCompanies,
    secondFactor: formatSecondFactor(viewer),
    isEmailProved: viewer.emailProvedAt !== null,
    recovery: await loadRecentRecovery(viewer),
    billing: billing && formatAddress(billing),
    shipping: shipping && formatAddress(shipping),
    unsentForms: unsentForms.map(({ id, sentAt }) => ({ id, sentAt: formatDateTime(sentAt) })),
    aircraftCount: counts.aircraft,
    sessionCount: counts.sessions,
  }
}

/** Returns null for customers, who have no second factor. */
function formatSecondFactor({ isStaff, isFactorMissing, hasSecondFactor }: Viewer): string | null {
  if (!isStaff && !isFactorMissing) return null
  return hasSecondFactor ? 'Ligada' : 'Desligada'
}

function formatAddress(address: Address): string {
  return `${formatStreetLine(address)}, ${formatPlaceLine(address, address.zip_code)}`
}

/** Returns the fleet and the access that the first verified reset ended; null after 30 days (D162). */
async function loadRecentRecovery({ userId, profileId, emailProvedAt }: Viewer) {
  const isRecent = emailProvedAt !== null && Date.now() - emailProvedAt.getTime() < RECOVERY_NOTICE_MS
  const lastRecovery = isRecent ? await findLastRecoveryEnd(userId) : undefined
  if (!lastRecovery) return null
  const fleet = await listFleet(profileId)
  return {
    endedAccess: listEndedAccess(lastRecovery),
    fleet: formatFleet(fleet.map(({ registration }) => registration)),
  }
}

type AccountData = ReturnType<typeof useLoaderData<typeof loader>>

export default function AccountPage() {
  const account = useLoaderData<typeof loader>()
  return (
    <div className="stack-l">
      <PageHeading title="Meus dados" lead="O que guardamos sobre você, e o que você pode mudar." />
      {account.recovery ? <RecoveryNotice account={account} {...account.recovery} /> : null}
      {account.unsentForms.length > 0 ? <UnsentForms forms={account.unsentForms} /> : null}
      <Section id="cadastro" title="Cadastro" rows={listProfileRows(account)} />
      <Section id="enderecos" title="Endereços" rows={listAddressRows(account)} />
      <Section id="frota" title="Minha frota" rows={listFleetRows(account)} />
      {account.isCompany || account.hasCompanies ? (
        <Section id="empresa" title="Empresa" rows={listCompanyRows(account)} />
      ) : null}
      <Section id="acesso" title="Acesso" rows={listAccessRows(account)} />
      <section className="section" aria-labelledby="seus-direitos">
        <h2 id="seus-direitos">Seus direitos</h2>
        <p>
          <a href={paths.privacy()}>Aviso de privacidade</a>: o que guardamos, para quê, por quanto tempo e
          com quem falar.
        </p>
        <p>
          <a href={paths.dataExport()}>Baixar uma cópia dos meus dados</a>
        </p>
        <p>
          <a href={paths.deletion()}>Excluir minha conta</a>
        </p>
      </section>
    </div>
  )
}

function RecoveryNotice({
  account,
  endedAccess,
  fleet,
}: {
  account: AccountData
  endedAccess: string[]
  fleet: string
}) {
  return (
    <Notice tone="warn" title={recoveryLabels.firstProof}>
      {endedAccess.length > 0 ? (
        <>
          <p>{recoveryLabels.ended}</p>
          <ul>
            {endedAccess.map((accessText) => (
              <li key={accessText}>{accessText}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p>{recoveryLabels.checkStoredData}</p>
      <SummaryList
        rows={[
          makePhoneRow(account),
          ...listAddressRows(account),
          { key: 'Frota', value: fleet, change: { href: paths.fleet() } },
        ]}
      />
      <p>{recoveryLabels.colleagues}</p>
    </Notice>
  )
}

function UnsentForms({ forms }: { forms: AccountData['unsentForms'] }) {
  return (
    <Notice tone="info" title="O que você digitou e não foi enviado">
      <ul>
        {forms.map(({ id, sentAt }) => (
          <li key={id}>
            <a href={paths.unsentForm(id)}>Formulário de {sentAt}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Section({ id, title, rows }: { id: string; title: string; rows: SummaryRow[] }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <SummaryList rows={rows} />
    </section>
  )
}

function makePhoneRow({ phone }: AccountData): SummaryRow {
  return { key: 'Telefone', value: phone ?? '-', change: { href: paths.profile() } }
}

function listProfileRows(account: AccountData): SummaryRow[] {
  const { name, document } = account
  return [
    { key: 'Nome', value: name, change: { href: paths.profile(), label: 'Ver' } },
    ...(document ? [{ key: 'Documento', value: document }] : []),
    makePhoneRow(account),
  ]
}

function listAddressRows({ billing, shipping }: AccountData): SummaryRow[] {
  const change = { href: paths.addresses() }
  return [
    { key: 'Cobrança', value: billing ?? '-', change },
    { key: 'Entrega', value: shipping ?? 'No endereço de cobrança', change },
  ]
}

function listFleetRows({ aircraftCount }: AccountData): SummaryRow[] {
  const value = formatCount(aircraftCount, 'aeronave', 'aeronaves')
  return [{ key: 'Aeronaves', value, change: { href: paths.fleet() } }]
}

function listCompanyRows({ isCompany, hasCompanies }: AccountData): SummaryRow[] {
  const label = 'Ver'
  return [
    ...(isCompany
      ? [
          {
            key: 'Colegas',
            value: 'Quem usa a conta da sua empresa',
            change: { href: paths.colleagues(), label },
          },
        ]
      : []),
    ...(hasCompanies
      ? [
          {
            key: 'Empresas',
            value: 'Cuja conta você pode usar',
            change: { href: paths.companies(), label },
          },
        ]
      : []),
  ]
}

function listAccessRows({ email, isEmailProved, sessionCount, secondFactor }: AccountData): SummaryRow[] {
  const openSessions = formatCount(sessionCount, 'sessão aberta', 'sessões abertas')
  return [
    { key: 'E-mail', value: email, change: { href: paths.changeEmail() } },
    ...(isEmailProved
      ? []
      : [
          {
            key: 'Confirmação do e-mail',
            value: 'Ainda falta',
            change: { href: paths.emailProof(), label: 'Confirmar' },
          },
        ]),
    { key: 'Senha', value: 'Só você a conhece', change: { href: paths.password() } },
    ...(secondFactor === null
      ? []
      : [
          {
            key: 'Confirmação em duas etapas',
            value: secondFactor,
            change: { href: paths.secondFactor() },
          },
        ]),
    {
      key: 'Avisos',
      value: 'Quais e-mails você recebe',
      change: { href: paths.mailChoices(), label: 'Escolher' },
    },
    { key: 'Sessões', value: openSessions, change: { href: paths.sessions(), label: 'Ver' } },
  ]
}
