import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { optionalText } from '#app/forms/text-field.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findBankFile, requestApplying } from '#app/models/payments/bank-file.server.ts'
import { previewBankFile } from '#app/models/payments/bank-file-preview.server.ts'
import { hasUnknownCodes, recordCodeAnswer } from '#app/models/payments/refused-line.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatPreview,
  loadFileDetails,
  loadProgress,
} from '#app/routes/admin/payments/bank-files/bank-file.server.ts'
import { ApplyForm, CodeAnswerForm, Doubts } from '#app/routes/admin/payments/bank-files/bank-file-apply.tsx'
import {
  BankFileDetails,
  BankFileLines,
  BankFileSums,
} from '#app/routes/admin/payments/bank-files/bank-file-parts.tsx'
import { bankFileMessages, getOutcomeByCode, getOutcomeCode } from '#app/text/payments/bank-file-labels.ts'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Progress } from '#app/ui/progress.tsx'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: ({ title }) => title,
  refreshAfter: ({ isRunning }) => (isRunning ? REFRESH_SECONDS : undefined),
  section: 'payments',
  help: 'retornos',
}

/** Loads the predicted or final outcomes of a return file. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const file = (await findBankFile(id)) ?? notFound()
  const { page } = parseListParams(args.request)
  const outcome = getOutcomeByCode(parseId(new URL(args.request.url).searchParams.get('outcome')))
  const isRunning = file.state === 'applying'
  const preview = isRunning ? null : await previewBankFile(file, { outcome, page })
  if (preview) redirectPastEnd(args.request, { page, pages: preview.pages })
  return {
    id,
    page,
    isRunning,
    outcome: outcome ? getOutcomeCode(outcome) : undefined,
    ...(await loadFileDetails(file, preview?.fees)),
    applying: isRunning ? await loadProgress(id, file.line_count) : null,
    hasUnknownCodes: file.state === 'applied' && (await hasUnknownCodes(id)),
    preview: preview && formatPreview(preview, file),
  }
}

const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

const bankFileSchema = z.object({
  is_ours: checkbox,
  answers: checkbox,
  reason: optionalText(500),
})

/**
 * Queues the file for the worker. A file of another agreement requires the checkbox, a doubtful file a reason.
 * For an applied file, records the bank's answer about unknown codes.
 */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const id = parseId(args.params.id) ?? notFound()
  const submission = parseWithZod(await readForm(args.request), { schema: bankFileSchema })
  const { payload } = submission
  const typedFields = { typedReason: String(payload.reason ?? ''), isOurs: payload.is_ours !== undefined }
  if (submission.status !== 'success')
    return replyWithErrors({ reason: submission.error?.reason ?? [] }, typedFields)
  const { is_ours: isVouchedFor, reason, answers } = submission.value
  if (answers) {
    if (reason === '') return replyWithErrors({ reason: [bankFileMessages.noAnswer] }, typedFields)
    const isFirstAnswer = await recordCodeAnswer(id, reason, viewer.userId)
    return redirectWithFlash(
      paths.admin.bankFile(id),
      isFirstAnswer
        ? { tone: 'good', text: bankFileMessages.codesAnswered }
        : { tone: 'warn', text: bankFileMessages.codesAnsweredBefore },
    )
  }
  const applyResult = await requestApplying(id, viewer.userId, { isVouchedFor, reason })
  if (applyResult === 'unknown') notFound()
  if (applyResult === 'other-agreement')
    return replyWithErrors({ is_ours: [bankFileMessages.notVouchedFor] }, typedFields)
  if (applyResult === 'no-reason')
    return replyWithErrors({ reason: [bankFileMessages.noReason] }, typedFields)
  return redirectWithFlash(
    paths.admin.bankFile(id),
    applyResult === 'asked'
      ? { tone: 'good', text: bankFileMessages.asked }
      : { tone: 'warn', text: bankFileMessages.askedBefore },
  )
}

/** Returns the form with errors, the typed reason and the checkbox. */
function replyWithErrors(
  errors: Record<string, string[]>,
  typedFields: { typedReason: string; isOurs: boolean },
) {
  return data({ errors, ...typedFields }, { status: 400 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function BankFile() {
  const formReply = useActionData<typeof action>()
  const {
    id,
    title,
    state,
    isOtherAgreement,
    doubts,
    details,
    isRunning,
    applying,
    preview,
    history,
    hasUnknownCodes,
  } = useLoaderData<typeof loader>()
  return (
    <div id="retorno" data-region="" data-poll={isRunning ? '' : undefined} className="stack-l">
      <PageHeading
        title={title}
        lead={`Retorno nº ${id}`}
        back={{ href: paths.admin.bankFiles(), label: 'Retornos bancários' }}
      />
      {applying ? <ApplyingProgress id={id} {...applying} /> : null}
      {isOtherAgreement && state === 'read' ? (
        <Notice tone="bad">{bankFileMessages.otherAgreement}</Notice>
      ) : null}
      <Doubts doubts={doubts} />
      {preview && state === 'read' ? (
        <ApplyForm
          id={id}
          isOtherAgreement={isOtherAgreement}
          reply={formReply}
          effects={preview.effects}
          isDoubtful={doubts.length > 0}
        />
      ) : null}
      {hasUnknownCodes ? <CodeAnswerForm id={id} reply={formReply} /> : null}
      <BankFileDetails rows={details} />
      {preview ? <Preview preview={preview} /> : null}
      <HistoryList lines={history} />
    </div>
  )
}

type ApplyingProgressProps = { id: number; doneCount: number; total: number; isStuck: boolean }

function ApplyingProgress({ id, doneCount, total, isStuck }: ApplyingProgressProps) {
  return (
    <>
      <Progress text={`${doneCount} de ${total} linhas aplicadas`} doneCount={doneCount} total={total} />
      {isStuck ? (
        <Notice tone="bad">
          <p>
            A tarefa parou. O motivo está em <a href={paths.admin.jobs()}>Tarefas</a>, onde ela pode ser
            tentada de novo; as linhas já aplicadas não se repetem.
          </p>
        </Notice>
      ) : null}
      <p className="actions">
        <LinkButton id="atualizar" href={paths.admin.bankFile(id)}>
          Atualizar
        </LinkButton>
      </p>
    </>
  )
}

function Preview({ preview }: { preview: NonNullable<Loaded['preview']> }) {
  const { id, state, page, outcome, hasOriginal } = useLoaderData<typeof loader>()
  const makeHref = (query: { outcome?: number; page?: number }) => paths.admin.bankFile(id, query)
  const filter = outcome === undefined ? {} : { outcome }
  return (
    <>
      <section className="section">
        <h2>{state === 'read' ? 'O que vai acontecer' : 'O que aconteceu'}</h2>
        <BankFileSums sums={preview.sums} outcome={outcome} hrefFor={makeHref} />
      </section>
      <section className="section" id="linhas">
        <h2>{preview.count === 1 ? '1 linha' : `${preview.count} linhas`}</h2>
        <p className="actions">
          <ExportLinks href={(format) => paths.admin.bankFileLines(id, format)} />
          {hasOriginal ? (
            <a href={paths.admin.bankFileOriginal(id)}>Baixar o arquivo do banco</a>
          ) : (
            <span className="hint">{bankFileMessages.gone}</span>
          )}
        </p>
        <BankFileLines rows={preview.rows} />
        <Pagination
          page={page}
          pages={preview.pages}
          hrefFor={(targetPage) => makeHref({ ...filter, page: targetPage })}
        />
      </section>
    </>
  )
}
