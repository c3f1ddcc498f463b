import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { RemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBankFiles } from '#app/models/payments/bank-file.server.ts'
import { paths } from '#app/paths.ts'
import { storeUploadedBankFile } from '#app/routes/admin/payments/bank-files/bank-file-upload.server.ts'
import { PaymentTabs } from '#app/routes/admin/payments/payment-tabs.tsx'
import {
  bankFileMessages,
  bankFileSources,
  bankFileStates,
  formatBankFileName,
  formatRemittanceReply,
} from '#app/text/payments/bank-file-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { agreementBanks } from '#app/text/settings/bank-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Retornos bancários', section: 'payments', help: 'retornos' }

/** Loads the bank's return files and the upload form. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { page } = parseListParams(args.request)
  const { rows, count, pages } = await listBankFiles(page)
  redirectPastEnd(args.request, { page, pages })
  return { page, pages, count, rows: rows.map(toRow) }
}

/** Stores the uploaded file for review without applying it. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const uploadResult = await storeUploadedBankFile(args, viewer.userId)
  if ('faults' in uploadResult) return data({ faults: uploadResult.faults }, { status: 400 })
  if ('reply' in uploadResult)
    return redirectWithFlash(paths.admin.remittances(), makeReplyFlash(uploadResult))
  const flash = uploadResult.isNew
    ? ({ tone: 'good', text: bankFileMessages.kept } as const)
    : ({ tone: 'warn', text: bankFileMessages.known } as const)
  return redirectWithFlash(paths.admin.bankFile(uploadResult.id), flash)
}

function makeReplyFlash({ reply, isNew }: { reply: RemittanceReply; isNew: boolean }) {
  if (!isNew) return { tone: 'warn', text: bankFileMessages.replyKnown } as const
  return { tone: reply.outcome === 'accepted' ? 'good' : 'bad', text: formatRemittanceReply(reply) } as const
}

function toRow(row: Awaited<ReturnType<typeof listBankFiles>>['rows'][number]) {
  const { id, name, line_count: lines, state, source, broughtBy } = row
  const by = broughtBy ?? bankFileSources[source]
  return {
    id,
    name,
    lines,
    state,
    by,
    title: formatBankFileName(row),
    receivedText: formatDateTime(row.created_at),
  }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export default function BankFiles() {
  const { page, pages, count, rows } = useLoaderData<typeof loader>()
  const faults = useActionData<typeof action>()?.faults
  return (
    <>
      <PageHeading
        title="Retornos bancários"
        lead="O que o banco diz dos boletos: pagos, registrados, recusados, baixados. Um arquivo é conferido antes de ser aplicado."
      />
      <PaymentTabs />
      {faults ? <ErrorSummary errors={{ file: faults }} labels={{ file: 'Arquivo' }} /> : null}
      <FileForm action={paths.admin.bankFiles()} className="narrow stack" data-once="">
        <FileField
          label="Arquivo"
          name="file"
          accept=".ret,.txt,.dat,text/plain"
          hint={`O retorno de cobrança como o banco o mandou: CNAB 240 ou 400 do ${agreementBanks}, até ${formatMegabytes(maxBankFileBytes)}. Nada é aplicado ao enviar.`}
          errors={faults}
          isRequired
        />
        <p className="actions">
          <Button variant="main">Enviar e conferir</Button>
        </p>
      </FileForm>
      <section className="section">
        <h2>{count === 1 ? '1 arquivo' : `${count} arquivos`}</h2>
        <DataTable
          caption="Retornos, do mais recente ao mais antigo"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhum retorno foi enviado ainda.' }}
        />
        {pages > 1 ? (
          <Pagination
            page={page}
            pages={pages}
            hrefFor={(targetPage) => paths.admin.bankFiles({ page: targetPage })}
          />
        ) : null}
      </section>
    </>
  )
}

const columns: Column<Row>[] = [
  { key: 'id', label: columnNames.id, align: 'code', render: (row) => row.id },
  {
    key: 'title',
    label: 'Retorno',
    rowHeader: true,
    render: (row) => <a href={paths.admin.bankFile(row.id)}>{row.title}</a>,
  },
  { key: 'name', label: 'Arquivo', render: (row) => row.name },
  { key: 'lines', label: 'Linhas', align: 'num', render: (row) => row.lines },
  { key: 'at', label: 'Recebido em', align: 'code', render: (row) => row.receivedText },
  { key: 'actor', label: columnNames.actor, render: (row) => row.by },
  {
    key: 'state',
    label: 'Situação',
    render: ({ state }) => (
      <StatusTag tone={bankFileStates[state].tone}>{bankFileStates[state].text}</StatusTag>
    ),
  },
]
