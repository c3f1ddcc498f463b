import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { create } from 'qrcode'
import { z } from 'zod'
import { maxPasskeys } from '#app/domain/accounts/passkey.ts'
import { formatRecoveryCode, isSecondFactorDue } from '#app/domain/accounts/second-factor.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { drawQrPath } from '#app/domain/platform/qr-path.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { recordRefusal, recordSecurity } from '#app/http/accounts/security-log.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { makeAttemptKey } from '#app/http/context.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { countAttempt, resetAttempts } from '#app/models/accounts/rate-limit.server.ts'
import {
  addPasskey,
  arePasskeysPossible,
  listPasskeys,
  removePasskey,
} from '#app/models/accounts/second-factor/passkey.server.ts'
import {
  confirmFactorInSession,
  findSecondFactor,
  findUnconfirmedSecret,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#app/models/accounts/second-factor/second-factor.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { cachedShopIdentity } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { FactorInUse } from '#app/routes/account/second-factor/factor-in-use.tsx'
import { FactorSetup } from '#app/routes/account/second-factor/factor-setup.tsx'
import { attestationForm, passkeyNameForm } from '#app/routes/account/second-factor/passkey-schemas.ts'
import { Passkeys } from '#app/routes/account/second-factor/passkeys.tsx'
import { RecoveryCodes } from '#app/routes/account/second-factor/recovery-codes.tsx'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Confirmação em duas etapas', hasPasskeys: true }

const labels = { code: 'Código', name: 'Nome da chave' }
const codeSchema = z.object({
  code: z.string({ error: specTexts.fieldRequired }).max(40, messages.codeWrong),
})

export async function loader(args: LoaderFunctionArgs) {
  const { userId, email } = await requireStaffAccount(args)
  const [factor, passkeys, unconfirmedSecret, { secondFactorFrom }] = await Promise.all([
    findSecondFactor(userId),
    listPasskeys(userId),
    findUnconfirmedSecret(userId, email),
    cachedShopIdentity(),
  ])
  return {
    since: factor ? formatDateTime(factor.since) : null,
    codesLeft: factor?.codesLeft ?? 0,
    passkeys: passkeys.map(describePasskey),
    canAddPasskey: arePasskeysPossible && passkeys.length < maxPasskeys,
    setup: factor || !unconfirmedSecret ? null : toSetup(unconfirmedSecret),
    requiredFrom: secondFactorFrom ? formatDate(secondFactorFrom) : null,
    isDue: isSecondFactorDue(secondFactorFrom, toCivilDate(new Date())),
  }
}

/** Changes the second factor, the recovery codes or the passkeys of a member of staff (D125). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaffAccount(args)
  await requireProof(args, viewer)
  const form = await readForm(args.request)
  switch (form.get('intent')) {
    case 'begin':
      await startSecondFactor(viewer.userId)
      return seeOther(paths.secondFactor())
    case 'confirm':
      return confirmFactor(args, viewer, form)
    case 'codes':
      await recordSecurity(args, 'recovery-codes-renewed', getEventUsers(viewer))
      return showCodesOnce((await renewRecoveryCodes(viewer.userId)) ?? [])
    case 'passkey':
      return addPasskeyFromForm(args, viewer, form)
    case 'remove':
      return removeOwnPasskey(args, viewer, parseId(form.get('passkey')))
    case 'off':
      return endFactor(args, viewer)
    default:
      throw new Response(null, { status: 400 })
  }
}

async function confirmFactor(args: RequestArgs, viewer: Viewer, form: FormData) {
  const { context } = args
  const submission = parseWithZod(form, { schema: codeSchema })
  const reject = (status: number, replyOptions = {}) =>
    data({ codes: null, result: submission.reply({ hideFields: ['code'], ...replyOptions }) }, { status })
  if (submission.status !== 'success') return reject(400)
  const tooManyAttempts = await countAttempt('second-factor', makeAttemptKey(context, viewer.email))
  if (tooManyAttempts)
    return reject(429, { formErrors: [messages.tooManyCodes(setRetryAfter(context, tooManyAttempts))] })
  const codes = await confirmFactorInSession(viewer, submission.value.code)
  if (codes === 'none') return seeOther(paths.secondFactor())
  await recordSecurity(args, codes === 'wrong' ? 'code-failed' : 'factor-on', getEventUsers(viewer))
  if (codes === 'wrong') return reject(400, { fieldErrors: { code: [messages.firstCodeWrong] } })
  return showCodesOnce(codes)
}

const passkeyFaults = {
  wrong: messages.passkeyUnread,
  known: messages.passkeyKnown,
  full: messages.passkeysFull(maxPasskeys),
} as const

async function addPasskeyFromForm(args: RequestArgs, viewer: Viewer, form: FormData) {
  const { userId, sessionId, email } = viewer
  const submission = parseWithZod(form, { schema: passkeyNameForm })
  const reject = (status: number, text?: string) => {
    const replyOptions = text === undefined ? {} : { formErrors: [text] }
    return data(
      { codes: null, result: submission.reply({ hideFields: ['credential'], ...replyOptions }) },
      { status },
    )
  }
  if (submission.status !== 'success') return reject(400)
  const tooManyAttempts = await countAttempt('second-factor', makeAttemptKey(args.context, email))
  if (tooManyAttempts) return reject(429, messages.tooManyCodes(setRetryAfter(args.context, tooManyAttempts)))
  const { success, data: sentData } = attestationForm.safeParse(Object.fromEntries(form))
  const passkeySession = { purpose: 'register' as const, userId, sessionId }
  const result = success
    ? await addPasskey(passkeySession, submission.value.name, sentData.credential)
    : 'wrong'
  if (result === 'none') return seeOther(paths.secondFactor())
  if (result !== 'added') return reject(400, passkeyFaults[result])
  await resetAttempts('second-factor', makeAttemptKey(args.context, email))
  await recordSecurity(args, 'passkey-added', getEventUsers(viewer))
  const text = 'A chave de acesso foi criada.'
  return redirectWithFlash(paths.secondFactor(), { tone: 'good', text })
}

async function removeOwnPasskey(args: RequestArgs, viewer: Viewer, id: number | undefined) {
  if (id === undefined || !(await removePasskey(viewer.userId, id))) return notFound()
  await recordSecurity(args, 'passkey-removed', getEventUsers(viewer))
  const text = 'A chave de acesso foi removida.'
  return redirectWithFlash(paths.secondFactor(), { tone: 'good', text })
}

function describePasskey({
  id,
  name,
  isForThisDomain,
  createdAt,
  lastUsedAt,
}: Awaited<ReturnType<typeof listPasskeys>>[number]) {
  const lastUsed = lastUsedAt ? formatDateTime(lastUsedAt) : null
  return { id, name, isForThisDomain, createdText: formatDateTime(createdAt), lastUsed }
}

/** Returns the codes in this response only because no later page can show them. */
function showCodesOnce(codes: string[]) {
  return data({ codes: codes.map(formatRecoveryCode), result: undefined })
}

function getEventUsers({ userId }: Viewer) {
  return { userId, accountId: userId }
}

async function endFactor(args: RequestArgs, viewer: Viewer) {
  const { secondFactorFrom } = await cachedShopIdentity()
  if (isSecondFactorDue(secondFactorFrom, toCivilDate(new Date()))) return seeOther(paths.secondFactor())
  if (await removeSecondFactor(viewer.userId)) await recordSecurity(args, 'factor-off', getEventUsers(viewer))
  const text = 'A confirmação em duas etapas foi desligada.'
  return redirectWithFlash(paths.secondFactor(), { tone: 'warn', text })
}

/** Throws 404 for customers, who have no such page. */
async function requireStaffAccount(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireViewer(args)
  if (viewer.isStaff || viewer.isFactorMissing) return viewer
  await recordRefusal(args, viewer)
  return notFound()
}

/** Returns a QR code for the phone's camera. */
function drawQrCode(address: string) {
  return drawQrPath(create(address, { errorCorrectionLevel: 'M' }).modules)
}

function toSetup({ secret, address }: { secret: string; address: string }) {
  return { secret, drawing: drawQrCode(address) }
}

export default function SecondFactorPage() {
  const { since, codesLeft, passkeys, canAddPasskey, setup, requiredFrom, isDue } =
    useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = makeFieldTextReader(reply?.result)
  if (reply?.codes) return <RecoveryCodes codes={reply.codes} />
  return (
    <div className="narrow stack">
      <PageHeading
        title="Confirmação em duas etapas"
        lead="Além da senha, um código do seu telefone. Quem descobrir a senha não entra sem ele."
        back={{ href: paths.account(), label: 'Meus dados' }}
      />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      {!since && requiredFrom ? (
        <Notice tone="warn">
          {isDue
            ? 'A equipe entra na administração só com a confirmação em duas etapas. Ligue a sua para continuar.'
            : `A partir de ${requiredFrom}, a equipe só entra na administração com ela.`}
        </Notice>
      ) : null}
      {since ? (
        <FactorInUse since={since} codesLeft={codesLeft} canEnd={!isDue} hasPasskeys={passkeys.length > 0} />
      ) : null}
      {since ? <Passkeys rows={passkeys} canAdd={canAddPasskey} field={field} /> : null}
      {setup ? <FactorSetup {...setup} field={field} /> : null}
      {since || setup ? null : (
        <PostForm action={paths.secondFactor()} className="stack" data-once="">
          <p>
            Você precisa de um aplicativo de códigos no telefone, como Aegis, FreeOTP, Google Authenticator ou
            o gerenciador de senhas que já usa.
          </p>
          <div className="actions">
            <Button variant="main" name="intent" value="begin">
              Começar
            </Button>
          </div>
        </PostForm>
      )}
    </div>
  )
}
