import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isTaxField } from '#app/domain/catalogue/taxes.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { taxChangeSchema } from '#app/forms/taxes.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { changeTaxes, digestTaxVersions, TaxesChanged } from '#app/models/catalogue/tax-change.server.ts'
import { undoTaxChange } from '#app/models/catalogue/tax-change-undo.server.ts'
import { paths } from '#app/paths.ts'
import {
  TaxChangeFilter,
  TaxChangeTable,
  UndoTaxChange,
} from '#app/routes/admin/publications/taxes/tax-change-parts.tsx'
import {
  listTitles,
  loadLastTaxChange,
  parseTaxFilter,
  toTitleRow,
} from '#app/routes/admin/publications/taxes/taxes.server.ts'
import { taxLabels, taxUndoMessages } from '#app/text/catalogue/tax-labels.ts'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = {
  title: 'Alterar códigos fiscais',
  section: 'publications',
  help: 'codigos-fiscais',
}

/** Loads one tax code of the filtered publications and, for a review, the new code of each (D139). */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { searchParams } = new URL(args.request.url)
  const filter = parseTaxFilter(searchParams)
  const titles = await listTitles(filter)
  const isReviewRequested = searchParams.has('review')
  const submission = parseWithZod(searchParams, { schema: taxChangeSchema })
  const fieldParam = searchParams.get('field') ?? ''
  const field = isTaxField(fieldParam) ? fieldParam : 'ncm'
  const change = isReviewRequested && submission.status === 'success' ? submission.value : null
  const pageData = {
    filter,
    field,
    code: searchParams.get('code') ?? '',
    isReview: change !== null,
    rows: titles.map((title) => toTitleRow(title, field, change)),
    seenDigest: digestTaxVersions(titles),
    lastChange: await loadLastTaxChange(),
    reply: isReviewRequested && submission.status !== 'success' ? submission.reply() : null,
  }
  return data(pageData, { status: pageData.reply ? 400 : 200 })
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const form = await readForm(args.request)
  if (form.has('undo')) return undoChange(parseId(String(form.get('undo'))) ?? notFound(), viewer.userId)
  const submission = parseWithZod(form, { schema: taxChangeSchema })
  if (submission.status !== 'success') return data({ fault: 'wrong' as const }, { status: 400 })
  const readNumbers = (name: string) => form.getAll(name).map(Number).filter(Number.isSafeInteger)
  const publicationIds = readNumbers('publication')
  if (publicationIds.length === 0) return data({ fault: 'none' as const }, { status: 400 })
  const seenDigest = String(form.get('seen') ?? '')
  try {
    const taxChange = { ...submission.value, publicationIds, shownIds: readNumbers('shown'), seenDigest }
    const count = await changeTaxes(taxChange, viewer.userId)
    const text = count === 1 ? '1 publicação alterada.' : `${count} publicações alteradas.`
    return redirectWithFlash(paths.admin.taxChange({ field: submission.value.field }), { tone: 'good', text })
  } catch (error) {
    if (!(error instanceof TaxesChanged)) throw error
    return data({ fault: 'moved' as const }, { status: 409 })
  }
}

/** Undoes a change, except for publications whose code changed meanwhile. */
async function undoChange(id: number, userId: number) {
  const result = await undoTaxChange(id, userId)
  if (result === 'unknown') return notFound()
  if (result === 'was-undone')
    return redirectWithFlash(paths.admin.taxChange(), { tone: 'warn', text: taxUndoMessages.wasUndone })
  const { restoredCount, unrestored } = result
  const text = taxUndoMessages.undone(restoredCount, unrestored)
  return redirectWithFlash(paths.admin.taxChange(), { tone: unrestored === 0 ? 'good' : 'warn', text })
}

const faultTexts = {
  wrong: 'O código não está certo. Confira e envie de novo.',
  none: 'Marque ao menos uma publicação.',
  moved: 'Os códigos mudaram enquanto a página estava aberta. Confira os de agora e confirme de novo.',
}

export default function TaxChange() {
  const { filter, field, code, isReview, rows, seenDigest, reply, lastChange } =
    useLoaderData<typeof loader>()
  const fault = useActionData<typeof action>()?.fault
  const formReader = makeFieldTextReader(reply, { field, code })
  return (
    <>
      <PageHeading
        title="Alterar códigos fiscais"
        lead="Um código de muitas publicações de uma vez. O que muda fica no histórico de cada uma."
        back={{ href: paths.admin.publications(), label: 'Publicações' }}
      />
      {formReader.hasErrors ? <ErrorSummary errors={formReader.errors} labels={labels} /> : null}
      {fault ? (
        <Notice tone="bad" title="Nada foi alterado">
          {faultTexts[fault]}
        </Notice>
      ) : null}
      {lastChange && !isReview ? <UndoTaxChange action={paths.admin.taxChange()} {...lastChange} /> : null}
      <TaxChangeFilter action={paths.admin.taxChange()} filter={filter} getField={formReader.getField} />
      <TaxChangeTable
        action={paths.admin.taxChange({ ...filter, field, code, review: '1' })}
        rows={rows}
        field={field}
        code={code}
        seenDigest={seenDigest}
        isReview={isReview}
        fieldLabel={taxLabels[field]}
      />
    </>
  )
}

const labels = { field: 'O que muda', code: 'Novo código' }
