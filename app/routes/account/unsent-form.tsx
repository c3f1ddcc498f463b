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
  const otherName = memberId !== null && !company ? 'over' : 'other'
  return {
    page,
    isMultipart,
    // a name may occur more than once, and the sequence matters
    fields: fields
      .filter(([name]) => name !== ownerField)
      .map(([name, value], key) => ({ key, name, value })),
    typed: listTypedTexts(fields),
    sentAt: formatDateTime(sentAt),
    expiresAt: formatDateTime(expiresAt),
    company: company?.companyName ?? null,
    name: memberId === getActingMember(viewer) ? 'same' : otherName,
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
  if (isSent && form.memberId !== getActingMember(viewer)) return seeOther(paths.unsentForm(id))
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

function getActingMember({ actingFor }: Viewer): number | null {
  return actingFor === null || actingFor === 'ended' ? null : actingFor.memberId
}

export default function UnsentForm() {
  const { page, isMultipart, fields, typed, sentAt, expiresAt, company, name } =
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
      {typed.length > 0 ? (
        <section className="stack" aria-labelledby="digitado">
          <h2 id="digitado">O que você digitou ou escolheu</h2>
          <ul>
            {typed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className="hint">
        {isMultipart ? 'Senhas e arquivos não ficam guardados' : 'Senhas não ficam guardadas'}: se o
        formulário tinha, a página pede de novo.
      </p>
      {name === 'same' ? (
        <SendForm isMultipart={isMultipart}>
          {fields.map(({ key, ...field }) => (
            <input key={key} type="hidden" {...field} />
          ))}
          <Button variant="main">Enviar agora</Button>
          <Discard />
        </SendForm>
      ) : (
        <OtherName company={company} isExpired={name === 'over'} />
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
function OtherName({ company, isExpired }: { company: string | null; isExpired: boolean }) {
  if (isExpired)
    return (
      <>
        <Notice tone="warn">
          Você preencheu este formulário em nome de uma empresa cuja conta não usa mais. Ele não pode ser
          enviado.
        </Notice>
        <p className="actions">
          <Discard />
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
        <Discard />
      </p>
    </PostForm>
  )
}

function Discard() {
  return (
    <Button variant="quiet" form="descartar">
      Descartar
    </Button>
  )
}

const MAX_TEXTS = 30
const MAX_LENGTH = 200
/** Matches names of hidden fields. */
const TECHNICAL_NAME = /^(intent|token|seen|lock_version|redirectTo|form_owner|form_seen)\b|_token$/
const TECHNICAL_VALUE = /^[\w+/=-]{24,}$|^(on|off|true|false)$/

/** Returns typed and chosen texts, without hidden fields. */
function listTypedTexts(fields: readonly (readonly [string, string])[]): string[] {
  const texts = fields
    .filter(([name]) => !TECHNICAL_NAME.test(name))
    .map(([, value]) => value.trim())
    .filter((text) => !TECHNICAL_VALUE.test(text) && /[\p{L}\d]/u.test(text))
    .map((text) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text))
  return [...new Set(texts)].slice(0, MAX_TEXTS)
}
