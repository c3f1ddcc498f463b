import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isMemberRole, type MemberRole, memberRoles } from '#app/domain/accounts/colleagues.ts'
import { digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeStaleCheck } from '#app/http/accounts/save-own.server.ts'
import { type Flash, redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { sendInvitationAgain } from '#app/models/accounts/colleagues/invitation.server.ts'
import { changeRole, endMember, findMember } from '#app/models/accounts/colleagues/membership.server.ts'
import { listColleagueActs } from '#app/models/backoffice/colleague-acts.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { ColleagueActs } from '#app/routes/account/colleagues/colleague-acts.tsx'
import { requireOwnCompany } from '#app/routes/account/colleagues/own-company.server.ts'
import { unchangedNotice } from '#app/text/accounts/account-labels.ts'
import { inviteFaults, memberStates, roleHints, roleNames } from '#app/text/accounts/colleague-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

const MAX_SHOWN_ACTS = 100

export const handle: PageHandle<Loaded> = { title: ({ member }) => member.name ?? member.email }

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireOwnCompany(args)
  const id = parseId(args.params.id) ?? notFound()
  const member = (await findMember(id, owner.profileId)) ?? notFound()
  const { userId } = member
  const acts = userId === null ? [] : await listColleagueActs(owner, { limit: MAX_SHOWN_ACTS, userId })
  return { member, acts }
}

/** Changes a colleague's role, repeats an invitation, or ends either, with immediate effect (D92). */
export async function action(args: ActionFunctionArgs) {
  const owner = await requireOwnCompany(args)
  const memberId = parseId(args.params.id) ?? notFound()
  if (!(await findMember(memberId, owner.profileId))) return notFound()
  const form = await readForm(args.request)
  const role = form.get('role')
  const redirectBack = (flash: Flash) => redirectWithFlash(paths.colleague(memberId), flash)
  switch (form.get('intent')) {
    case 'role':
      return redirectBack(
        isMemberRole(role) ? roleFlashes[await saveRole({ memberId, owner }, role, form)] : outdatedFlash,
      )
    case 'end':
      return (await endMember({ memberId, owner })) ? redirectBack(endedFlash) : redirectBack(outdatedFlash)
    case 'send': {
      const sendResult = await sendInvitationAgain(memberId, owner, args.context.clientAddress ?? '')
      if (typeof sendResult === 'object')
        return redirectBack({
          tone: 'warn',
          text: messages.tooManyInvitations(setRetryAfter(args.context, sendResult)),
        })
      if (sendResult === 'unproved') return redirectWithFlash(paths.emailProof(), unprovedFlash)
      return redirectBack(sendResult === 'sent' ? sentAgainFlash : outdatedFlash)
    }
    default:
      throw new Response(null, { status: 400 })
  }
}

/** Saves the role unless another tab has changed it meanwhile. */
async function saveRole(membership: Parameters<typeof changeRole>[0], role: MemberRole, form: FormData) {
  try {
    return await changeRole(membership, role, makeStaleCheck(Object.fromEntries(form), toRoleTexts))
  } catch (error) {
    if (error instanceof StaleRecordError) return 'over'
    throw error
  }
}

function toRoleTexts({ role }: { role: MemberRole }) {
  return { role }
}

const changedFlash = { tone: 'good', text: 'Papel alterado. Vale desde já.' } as const
const endedFlash = { tone: 'good', text: 'Acesso encerrado. Vale desde já.' } as const
const sentAgainFlash = {
  tone: 'good',
  text: 'Convite enviado de novo. O link anterior não vale mais.',
} as const
const unprovedFlash = { tone: 'warn', text: `${inviteFaults.unproved}.` } as const
const outdatedFlash = {
  tone: 'warn',
  text: 'Nada foi mudado: a situação deste colega é outra agora.',
} as const

const roleFlashes = { changed: changedFlash, over: outdatedFlash, same: unchangedNotice }

type Loaded = Awaited<ReturnType<typeof loader>>
type MemberDetails = ReturnType<typeof useLoaderData<typeof loader>>['member']

export default function Colleague() {
  const { member, acts } = useLoaderData<typeof loader>()
  const isOpen = member.endedAt === null
  return (
    <div className="stack-l">
      <PageHeading
        title={member.name ?? member.email}
        back={{ href: paths.colleagues(), label: 'Colegas' }}
      />
      <SummaryList rows={listDetails(member)} />
      {isOpen ? <OpenMember {...member} /> : null}
      {member.userId === null ? null : (
        <section aria-labelledby="atos">
          <h2 id="atos">O que fez em nome da empresa</h2>
          <ColleagueActs acts={acts} hasNames={false} />
        </section>
      )}
    </div>
  )
}

function listDetails({ email, role, state, invitedAt, expiresAt, acceptedAt, endedAt }: MemberDetails) {
  const { tone, text } = memberStates[state]
  return [
    { key: 'E-mail', value: email },
    { key: 'Papel', value: roleNames[role] },
    { key: 'Situação', value: <StatusTag tone={tone}>{text}</StatusTag> },
    { key: 'Convidado em', value: formatDateTime(invitedAt) },
    ...(acceptedAt ? [{ key: 'Aceito em', value: formatDateTime(acceptedAt) }] : []),
    ...(acceptedAt || endedAt ? [] : [{ key: 'Convite vale até', value: formatDateTime(expiresAt) }]),
    ...(endedAt ? [{ key: 'Encerrado em', value: formatDateTime(endedAt) }] : []),
  ]
}

function OpenMember({ id, role, acceptedAt }: MemberDetails) {
  const options = memberRoles.map((value) => ({ value, label: roleNames[value], hint: roleHints[value] }))
  return (
    <>
      <PostForm
        seenDigest={digestTexts({ role })}
        action={paths.colleague(id)}
        className="stack narrow"
        data-once=""
      >
        <RadioGroup label="O que pode fazer" name="role" options={options} defaultValue={role} />
        <p className="actions">
          <Button name="intent" value="role">
            Mudar o papel
          </Button>
        </p>
      </PostForm>
      <PostForm action={paths.colleague(id)} className="actions" data-once="">
        {acceptedAt ? null : (
          <Button name="intent" value="send">
            Enviar o convite de novo
          </Button>
        )}
        <details>
          <summary>{acceptedAt ? 'Encerrar o acesso…' : 'Retirar o convite…'}</summary>
          <p>
            {acceptedAt
              ? 'A pessoa deixa de usar a conta da empresa desde já. O que ela fez continua no histórico.'
              : 'O link enviado deixa de valer.'}
          </p>
          <Button variant="danger" name="intent" value="end">
            {acceptedAt ? 'Encerrar o acesso' : 'Retirar o convite'}
          </Button>
        </details>
      </PostForm>
    </>
  )
}
