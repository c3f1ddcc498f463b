import type { TestMailState } from '#app/domain/backoffice/first-steps.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type TestMailProps = {
  mail: { state: TestMailState; requestedText: string; to: string | null; reason: string | null }
  email: string
  isMailDelivered: boolean
  /** false blocks the test, because every mail names the company */
  hasCompany: boolean
}

/** Shows the form that sends a test mail, and the state of the last test mail. */
export function TestMail({ mail, email, isMailDelivered, hasCompany }: TestMailProps) {
  const { state, requestedText, to, reason } = mail
  const isPending = state === 'queued' || state === 'retried'
  return (
    <div id="teste" data-region="" data-poll={isPending ? '' : undefined}>
      {isMailDelivered ? null : (
        <p className="hint">
          A instalação não tem servidor de e-mail; fale com quem cuida dela. As mensagens ficam em arquivos, e
          ninguém as recebe.
        </p>
      )}
      {state === 'none' ? null : (
        <p role="status">
          {formatTestState(state, requestedText, to)}
          {reason ? (
            <>
              {' '}
              <Failure reason={reason} />
            </>
          ) : null}
        </p>
      )}
      {hasCompany ? null : (
        <p className="hint">
          Antes do teste, <a href={paths.admin.setting('company')}>preencha os dados da empresa</a>: toda
          mensagem os leva.
        </p>
      )}
      {isPending || !hasCompany ? null : (
        <PostForm action={paths.admin.firstSteps()} data-once="">
          <p className="hint">{`Vai para o seu endereço, ${email}.`}</p>
          <p className="actions">
            <Button variant={state === 'sent' ? 'secondary' : 'main'}>Enviar e-mail de teste</Button>
          </p>
        </PostForm>
      )}
    </div>
  )
}

function formatTestState(
  state: Exclude<TestMailState, 'none'>,
  requestedText: string,
  to: string | null,
): string {
  const recipientText = to ? ` para ${to}` : ''
  return {
    queued: `Teste pedido em ${requestedText}: sai em instantes.`,
    retried: `Teste pedido em ${requestedText}: não saiu ainda e será tentado de novo.`,
    refused: `O teste${recipientText}, pedido em ${requestedText}, não foi enviado.`,
    sent: `Teste enviado${recipientText} em ${requestedText}. Confira se chegou.`,
  }[state]
}
