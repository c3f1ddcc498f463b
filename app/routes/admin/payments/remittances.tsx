import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { maxBoletosPerFile } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { writeOffManually } from '#app/models/payments/manual-write-off.server.ts'
import {
  createRemittance,
  findLastFormat,
  listRemittanceInstructions,
  listRemittances,
} from '#app/models/payments/remittance.server.ts'
import { paths } from '#app/paths.ts'
import { PaymentTabs } from '#app/routes/admin/payments/payment-tabs.tsx'
import {
  BoletoSearch,
  FaultyBoletos,
  WaitingBoletos,
} from '#app/routes/admin/payments/remittance-boletos.tsx'
import {
  loadBoletoNumbers,
  searchWaitingBoletos,
  toFileRow,
} from '#app/routes/admin/payments/remittance-search.server.ts'
import { bankFileMessages, replyLabels } from '#app/text/payments/bank-file-labels.ts'
import { formatBoletos, remittanceGapLabels } from '#app/text/payments/boleto-labels.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { BoletoNumbers } from '#app/ui/payments/boleto-numbers.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Remessas', section: 'payments', help: 'remessas' }

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser } = await requireStaff(args)
  const { page, search } = parseListParams(args.request)
  const [instructions, lastFormat, files, numbers] = await Promise.all([
    listRemittanceInstructions(toCivilDate(new Date())),
    findLastFormat(),
    listRemittances(page),
    loadBoletoNumbers(),
  ])
  redirectPastEnd(args.request, { page, pages: files.pages })
  const shownRows = await searchWaitingBoletos(search, instructions)
  const rows = files.rows.map(toFileRow)
  const [firstFormat] = instructions.formats
  // CNAB 240 is first if agreement or boleto require it. Otherwise, the last file's format is selected.
  const reusedFormat = instructions.formats.find((format) => format === lastFormat)
  const isCnab240Required = firstFormat === 240
  const format = isCnab240Required ? firstFormat : (reusedFormat ?? firstFormat)
  return { ...shownRows, files: { ...files, rows }, page, search, format, isSuperuser, numbers }
}

/** Creates a remittance file, or records a write-off at the bank. Warns if nothing is left to do. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  if (form.has('written_off')) return recordWriteOff(parseId(form.get('written_off')) ?? notFound(), userId)
  const format = form.get('format') === '240' ? 240 : 400
  const createdRemittance = await createRemittance(format, { actorUserId: userId, source: 'staff' })
  const back = paths.admin.remittances()
  if (createdRemittance.outcome === 'made')
    return redirectWithFlash(back, {
      tone: 'good',
      text: `Remessa gerada com ${formatBoletos(createdRemittance.boletos)}. Baixe o arquivo e envie-o ao banco.`,
    })
  const text =
    createdRemittance.outcome === 'nothing' ? 'Não há boleto a enviar.' : 'Falta completar as configurações.'
  return redirectWithFlash(back, { tone: 'warn', text })
}

async function recordWriteOff(instructionId: number, actorUserId: number) {
  const outcome = await writeOffManually(instructionId, { actorUserId, source: 'staff' })
  const flash =
    outcome === 'written-off'
      ? ({ tone: 'good', text: 'Boleto baixado.' } as const)
      : ({ tone: 'warn', text: 'Esta baixa não espera mais.' } as const)
  return redirectWithFlash(paths.admin.remittances(), flash)
}

type LoaderData = ReturnType<typeof useLoaderData<typeof loader>>

export default function Remittances() {
  const loaderData = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Remessas"
        lead="O que o banco ainda precisa saber dos boletos, e o que já foi enviado."
      />
      <PaymentTabs />
      {loaderData.missing.length > 0 ? <MissingSettings data={loaderData} /> : null}
      <section className="section" aria-labelledby="aguardam">
        <h2 id="aguardam">Aguardam envio</h2>
        <p>
          {loaderData.total.count === 0
            ? 'Nada aguarda envio.'
            : `${formatBoletos(loaderData.total.count)}, `}
          {loaderData.total.count > 0 ? <Money centavos={loaderData.total.value} /> : null}
        </p>
        {loaderData.counts.sendable > 0 && loaderData.missing.length === 0 ? (
          <RemittanceForm data={loaderData} />
        ) : null}
        {loaderData.total.count > 0 ? (
          <BoletoSearch
            search={loaderData.search}
            count={loaderData.counts.ready + loaderData.counts.faulty}
            listHref={paths.admin.remittances()}
          />
        ) : null}
        <WaitingBoletos rows={loaderData.ready} count={loaderData.counts.ready} />
      </section>
      <FaultyBoletos
        rows={loaderData.faulty}
        count={loaderData.counts.faulty}
        action={paths.admin.remittances()}
      />
      <RemittanceFiles data={loaderData} />
      {loaderData.numbers ? <BoletoNumbers numbers={loaderData.numbers} /> : null}
    </>
  )
}

function MissingSettings({ data: { missing, isSuperuser } }: { data: LoaderData }) {
  const setting = missing.every((gap) => gap === 'company') ? 'company' : 'bank'
  return (
    <Notice tone="warn" title="Falta para gerar remessas">
      <ul>
        {missing.map((gap) => (
          <li key={gap}>{remittanceGapLabels[gap]}</li>
        ))}
      </ul>
      <p>
        {isSuperuser ? (
          <a href={paths.admin.setting(setting)}>Completar as configurações</a>
        ) : (
          'Um administrador completa as configurações.'
        )}
      </p>
    </Notice>
  )
}

const lastFormatHint = 'O combinado com o banco; fica o da última remessa.'
const needs240Hint =
  'Há boletos com juros por taxa, que só o CNAB 240 leva; num CNAB 400 eles ficam para depois.'

function RemittanceForm({ data: { counts, bank, agreedFormat, formats, format } }: { data: LoaderData }) {
  const unagreedHint = formats[0] === 240 ? needs240Hint : lastFormatHint
  return (
    <PostForm action={paths.admin.remittances()} className="stack" data-once="">
      <RadioGroup
        label="Formato do arquivo"
        hint={agreedFormat ? 'O do convênio.' : unagreedHint}
        name="format"
        layout="inline"
        options={formats.map((value) => ({ value, label: `CNAB ${value}` }))}
        defaultValue={format}
      />
      {counts.sendable > maxBoletosPerFile ? (
        <p className="hint">{`Um arquivo leva até ${maxBoletosPerFile} boletos; o resto vai no próximo.`}</p>
      ) : null}
      <p className="actions">
        <Button variant="main">Gerar remessa</Button>
        <span className="hint">{`${formatBoletos(Math.min(counts.sendable, maxBoletosPerFile))} para ${getBankName(bank ?? '')}`}</span>
      </p>
    </PostForm>
  )
}

function RemittanceFiles({ data: { files, page, search } }: { data: LoaderData }) {
  const makePageHref = (number: number) => paths.admin.remittances(number, search)
  return (
    <section className="section" aria-labelledby="geradas">
      <h2 id="geradas">Remessas geradas</h2>
      <DataTable
        caption="Remessas geradas, da mais nova à mais antiga"
        columns={columns}
        rows={files.rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhuma remessa ainda.' }}
      />
      {files.pages > 1 ? <Pagination page={page} pages={files.pages} hrefFor={makePageHref} /> : null}
    </section>
  )
}

const columns: Column<LoaderData['files']['rows'][number]>[] = [
  { key: 'name', label: 'Arquivo', align: 'code', rowHeader: true, render: (row) => row.name },
  { key: 'at', label: 'Gerada em', align: 'code', render: (row) => row.createdText },
  { key: 'actor', label: columnNames.actor, render: (row) => row.by ?? '-' },
  { key: 'bank', label: 'Banco', render: ({ bank }) => getBankName(bank) },
  { key: 'format', label: 'Formato', align: 'code', render: ({ format }) => `CNAB ${format}` },
  { key: 'sequence', label: 'Número', align: 'num', render: ({ sequence }) => sequence },
  { key: 'boletos', label: 'Boletos', align: 'num', render: ({ boletos }) => boletos },
  {
    key: 'download',
    label: 'Baixar',
    align: 'actions',
    render: ({ id, name, hasContent }) =>
      hasContent ? (
        <a href={paths.admin.remittanceFile(id)}>
          Baixar<span className="visually-hidden">{` ${name}`}</span>
        </a>
      ) : (
        bankFileMessages.gone
      ),
  },
  {
    key: 'reply',
    label: 'Resposta do banco',
    render: ({ reply, replyText }) =>
      reply ? (
        <>
          <StatusTag tone={replyLabels[reply].tone}>{replyLabels[reply].text}</StatusTag>{' '}
          <span className="hint">{replyText}</span>
        </>
      ) : (
        '-'
      ),
  },
  {
    key: 'refused',
    label: 'Recusa',
    align: 'actions',
    render: ({ id, name, refusedAt }) =>
      refusedAt ? (
        `Recusada em ${refusedAt}`
      ) : (
        <a href={paths.admin.remittanceRefusal(id)}>
          O banco recusou este arquivo<span className="visually-hidden">{` ${name}`}</span>
        </a>
      ),
  },
]
