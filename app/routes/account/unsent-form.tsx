import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ownerField } from '#app/domain/accounts/form-owner.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { findActingMembership } from '#app/models/accounts/colleagues/membership.server.ts'
import { switchAccount } from '#app/models/accounts/session.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { deleteUnsentForm, findUnsentForm } from '#app/models/platform/unsent-form.server.ts'
import { getSafeRedirect, paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Button } from '#app/ui/button.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Formulário não enviado' }

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, form } = await findOwnForm(args)
  const { page, isMultipart, fields, sentAt, expiresAt, memberId } = form
  const company = memberId === null ? undefined : await findActingMembership(memberId, viewer.userId)
  const isMembershipEnded = memberId !== null && !company
  const otherOwner = isMembershipEnded ? 'ended-membership' : 'other-account'
  return {
    page,
    isMultipart,
    // The position is the key because a name may occur more than once.
    fields: fields
      .filter(([name]) => name !== ownerField)
      .map(([name, value], key) => ({ key, name, value })),
    typedTexts: listTypedTexts(fields),
    sentAt: formatDateTime(sentAt),
    expiresAt: formatDateTime(expiresAt),
    company: company?.companyName ?? null,
    owner: memberId === getActingMemberId(viewer) ? 'current-account' : otherOwner,
  }
}

/** Sends the form to its target, discards it, or switches to the company it was filled in for (D100). */
export async function action(args: ActionFunctionArgs) {
  const { id, viewer, form } = await findOwnForm(args)
  const act = new URL(args.request.url).searchParams.get('act')
  if (act === 'name') {
    await switchAccount(viewer, form.memberId)
    return seeOther(paths.unsentForm(id))
  }
  const isSent = act === 'send'
  if (isSent && form.memberId !== getActingMemberId(viewer)) return seeOther(paths.unsentForm(id))
  if (!(await deleteUnsentForm(viewer.userId, id))) notFound()
  // With 307 the browser sends the same body again.
  if (isSent) return redirect(form.address, 307)
  const flash = { tone: 'good', text: 'O formulário foi descartado.' } as const
  return redirectWithFlash(viewer.isStaff ? paths.admin.home() : paths.account(), flash)
}

async function findOwnForm(args: RequestArgs & Pick<LoaderFunctionArgs, 'params'>) {
  const viewer = await requireViewer(args)
  const id = parseId(args.params.id) ?? notFound()
  const form = (await findUnsentForm(viewer.userId, id)) ?? notFound()
  const page = getSafeRedirect(form.page)
  const address = getSafeRedirect(form.address)
  return { id, viewer, form: { ...form, page, address } }
}

function getActingMemberId({ actingFor }: Viewer): number | null {
  return actingFor === null || actingFor === 'ended' ? null : actingFor.memberId
}

export default function UnsentForm() {
  const { page, isMultipart, fields, typedTexts, sentAt, expiresAt, company, owner } =
    useLoaderData<typeof loader>()
  return (
    <div className="narrow stack">
      <PageHeading
        title="Formulário não enviado"
        lead={`Em ${sentAt} o envio parou: a sessão tinha terminado, ou era preciso confirmar que é você. O que você digitou está guardado até ${expiresAt}.`}
      />
      <p>
        Página em que você estava: <a href={page}>{page}</a>
      </p>
      {typedTexts.length > 0 ? (
        <section className="stack" aria-labelledby="digitado">
          <h2 id="digitado">O que você digitou ou escolheu</h2>
          <ul>
            {typedTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="hint">
        {isMultipart ? 'Senhas e arquivos não ficam guardados' : 'Senhas não ficam guardadas'}: se o
        formulário tinha, a página pede de novo.
      </p>
      {owner === 'current-account' ? (
        <SendForm isMultipart={isMultipart}>
          {fields.map(({ key, ...field }) => (
            <input key={key} type="hidden" {...field} />
          ))}
          <Button variant="main">Enviar agora</Button>
          <DiscardButton />
        </SendForm>
      ) : (
        <OtherOwnerNotice company={company} isMembershipEnded={owner === 'ended-membership'} />
      )}
      <PostForm id="descartar" data-once="" />
    </div>
  )
}

function SendForm({ isMultipart, children }: { isMultipart: boolean; children: ReactNode }) {
  const form = { action: '?act=send', className: 'actions', 'data-once': '', children }
  return isMultipart ? <FileForm {...form} /> : <PostForm {...form} />
}

/** Explains that the form can be sent only as the company or person for which it was filled in. */
function OtherOwnerNotice({
  company,
  isMembershipEnded,
}: {
  company: string | null
  isMembershipEnded: boolean
}) {
  if (isMembershipEnded)
    return (
      <>
        <Notice tone="warn">
          Você preencheu este formulário em nome de uma empresa cuja conta não usa mais. Ele não pode ser
          enviado.
        </Notice>
        <p className="actions">
          <DiscardButton />
        </p>
      </>
    )
  return (
    <PostForm action="?act=name" className="stack" data-once="">
      <Notice tone="warn">
        {company
          ? `Você preencheu este formulário em nome de ${company}: para enviar, volte a usar a conta dela.`
          : 'Você preencheu este formulário na sua própria conta. Para enviar, volte a ela.'}
      </Notice>
      <p className="actions">
        <Button variant="main">{company ? `Usar a conta de ${company}` : 'Voltar à minha conta'}</Button>
        <DiscardButton />
      </p>
    </PostForm>
  )
}

function DiscardButton() {
  return (
    <Button variant="quiet" form="descartar">
      Descartar
    </Button>
  )
}

const MAX_SHOWN_TEXTS = 30
const MAX_TEXT_LENGTH = 200
/** Matches names of hidden fields. */
const HIDDEN_FIELD_NAME = /^(intent|token|seen|lock_version|redirectTo|form_owner|form_seen)\b|_token$/
/** Matches tokens and the values of switches. */
const HIDDEN_FIELD_VALUE = /^[\w+/=-]{24,}$|^(on|off|true|false)$/
const LETTER_OR_DIGIT = /[\p{L}\d]/u

/** Returns typed and chosen texts, without hidden fields. */
function listTypedTexts(fields: readonly (readonly [string, string])[]): string[] {
  const texts = fields
    .filter(([name]) => !HIDDEN_FIELD_NAME.test(name))
    .map(([, value]) => value.trim())
    .filter((text) => !HIDDEN_FIELD_VALUE.test(text) && LETTER_OR_DIGIT.test(text))
    .map(shortenText)
  return [...new Set(texts)].slice(0, MAX_SHOWN_TEXTS)
}

function shortenText(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}
