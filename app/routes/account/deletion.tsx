import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderRetentionYears, undoDays } from '#app/domain/accounts/data-retention.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { deletionSchema } from '#app/forms/account.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { reauthenticate } from '#app/http/authenticator.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { logOut, requireViewer } from '#app/http/session.server.ts'
import { countLosses, requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { listOpenWithdrawalsByProfile } from '#app/models/orders/withdrawal.server.ts'
import { listMoneyOwed } from '#app/models/payments/money-back.server.ts'
import { paths } from '#app/paths.ts'
import { formatLosses, joinWithAnd } from '#app/text/accounts/account-labels.ts'
import { formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, PasswordField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Excluir minha conta' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const [losses, withdrawals, moneyOwed] = await Promise.all([
    countLosses(viewer.profileId, toCivilDate(new Date())),
    listOpenWithdrawalsByProfile(viewer.profileId),
    listMoneyOwed({ profileId: viewer.profileId }),
  ])
  return { losses, withdrawals, moneyOwed, isStaff: viewer.isStaff || viewer.isFactorMissing }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const submission = parseWithZod(await readForm(args.request), { schema: deletionSchema })
  const reject = (status: number, replyOptions = {}) =>
    data(submission.reply({ hideFields: ['current'], ...replyOptions }), { status })
  if (submission.status !== 'success') return reject(400)
  const { current, losses } = submission.value
  const reauthentication = await reauthenticate(args, viewer, current)
  if (reauthentication === 'wrong')
    return reject(400, { fieldErrors: { current: [messages.currentPasswordWrong] } })
  if (reauthentication !== 'right')
    return reject(429, {
      formErrors: [messages.tooManyPasswords(setRetryAfter(args.context, reauthentication))],
    })
  const today = toCivilDate(new Date())
  const deletionRequest = await requestDeletion(viewer, { areLossesAccepted: losses === 'on', today })
  if (deletionRequest === 'losses')
    return reject(400, { fieldErrors: { losses: [messages.lossesNotAccepted] } })
  if (deletionRequest === 'staff') return reject(400, { formErrors: [messages.staffNotDeleted] })
  const text = `Sua conta está desativada, e em ${formatDateTime(deletionRequest.dueAt)} seus dados serão apagados. Enviamos um e-mail que diz como voltar atrás.`
  return redirectWithFlash(paths.home(), { tone: 'good', text }, await logOut(args.request))
}

const labels = { losses: 'O que se perde', agreed: 'Confirmação', current: 'Senha atual' }

export default function Deletion() {
  const { losses, withdrawals, moneyOwed, isStaff } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  return (
    <div className="narrow stack">
      <PageHeading title="Excluir minha conta" back={{ href: paths.account(), label: 'Meus dados' }} />
      {field.hasErrors ? (
        <ErrorSummary title={field.formErrors[0]} errors={field.errors} labels={labels} />
      ) : null}
      {isStaff ? <Notice tone="info">{messages.staffNotDeleted}</Notice> : null}
      <OpenWithdrawals withdrawals={withdrawals} />
      <MoneyOwed moneyOwed={moneyOwed} />
      <WhatHappens />
      {isStaff ? null : <DeletionForm losses={losses} field={field} />}
    </div>
  )
}

function WhatHappens() {
  return (
    <>
      <p>
        A conta é desativada na hora e todas as sessões terminam. Durante {undoDays} dias você pode voltar
        atrás <a href={paths.contact()}>falando conosco</a>. Depois disso não há volta.
      </p>
      <h2>O que é apagado</h2>
      <p>
        Nome, CPF ou CNPJ, e-mail, senha, telefone, endereços do cadastro, frota, carrinho, fotos sem pedido e
        o que você nos escreveu pela página de contato com a conta aberta.
      </p>
      <h2>O que a lei nos manda guardar</h2>
      <p>
        Os pedidos, com nome e documento de quem pagou, endereços e dados fiscais: por {orderRetentionYears}{' '}
        anos, contados do ano seguinte ao da compra (Código Tributário Nacional). Depois também são
        anonimizados. Os registros de acesso: por 6 meses (Marco Civil da Internet).
      </p>
      <p>
        Antes, você pode <a href={paths.dataExport()}>baixar uma cópia dos seus dados</a>.
      </p>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** Explains that the shop still refunds the money that it owes. */
function MoneyOwed({ moneyOwed }: Pick<Loaded, 'moneyOwed'>) {
  return moneyOwed.map(({ orderId, owed: owedCentavos }) => (
    <Notice key={orderId} tone="warn" title={`Temos ${formatReais(owedCentavos)} a reembolsar a você.`}>
      <p>
        O reembolso do <a href={paths.order(orderId)}>pedido nº {orderId}</a> continua sem a conta. Se ainda
        não disse para onde vai o dinheiro, <a href={paths.contact()}>fale conosco</a> antes de excluir a
        conta.
      </p>
    </Notice>
  ))
}

/** Explains that an open withdrawal and its refund continue. */
function OpenWithdrawals({ withdrawals }: Pick<Loaded, 'withdrawals'>) {
  return withdrawals.map(({ id, orderId, refundTo }) => (
    <Notice
      key={id}
      tone="warn"
      title={`Você tem uma desistência em aberto: ${formatWithdrawalProtocol(id)}.`}
    >
      <p>
        A desistência do <a href={paths.order(orderId)}>pedido nº {orderId}</a> continua sem a conta.{' '}
        {refundTo === null ? (
          <>
            Você não disse para onde vai o reembolso: <a href={paths.contact()}>fale conosco</a> antes de
            excluir a conta.
          </>
        ) : (
          'O dinheiro vai para a chave Pix ou conta que você informou nela.'
        )}
      </p>
    </Notice>
  ))
}

type FieldTextReader = ReturnType<typeof makeFieldTextReader>

function DeletionForm({ losses, field }: Pick<Loaded, 'losses'> & { field: FieldTextReader }) {
  const lossTexts = formatLosses(losses)
  const hasLosses = lossTexts.length > 0
  return (
    <PostForm action={paths.deletion()} noValidate className="stack" data-once="">
      {hasLosses ? (
        <Notice tone="warn" title={`Você ainda tem ${joinWithAnd(lossTexts)}.`}>
          <p>
            Com a conta, os pedidos em aberto são cancelados, e as assinaturas e os downloads comprados deixam
            de abrir. O que já foi pago e espera o envio segue para o endereço do pedido.
          </p>
        </Notice>
      ) : null}
      {hasLosses ? (
        <CheckboxField
          label={`Aceito perder ${joinWithAnd(lossTexts)}`}
          {...makeCheckboxProps(field, 'losses')}
        />
      ) : null}
      <CheckboxField
        label={`Entendo que a conta é desativada agora e apagada em ${undoDays} dias`}
        isRequired
        {...makeCheckboxProps(field, 'agreed')}
      />
      <PasswordField
        label={labels.current}
        hint="Para termos certeza de que é você."
        width="half"
        isRequired
        {...field.getField('current')}
      />
      <p className="actions">
        <Button variant="danger">Excluir minha conta</Button>
      </p>
    </PostForm>
  )
}

function makeCheckboxProps(field: FieldTextReader, name: string) {
  const { defaultValue, errors } = field.getField(name)
  return { name, errors, defaultChecked: defaultValue === 'on' }
}
