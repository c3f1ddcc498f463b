import type { TestMailState } from '#app/domain/backoffice/first-steps.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/failure.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

type TestMailProps = {
  /** `at` is already formatted */
  mail: { state: TestMailState; at: string; to: string | null; reason: string | null }
  email: string
  isMailDelivered: boolean
  hasCompany: boolean // every mail names the company
}

/** Shows the form that sends a test mail, and the state of the last one. */
export function TestMail({ mail, email, isMailDelivered, hasCompany }: TestMailProps) {
  const { state, at, to, reason } = mail
  const isUnderWay = state === 'queued' || state === 'retried'
  return (
    <div id="teste" data-region="" data-poll={isUnderWay ? '' : undefined}>
      {isMailDelivered ? null : (
        <p className="hint">
          A instalação não tem servidor de e-mail; fale com quem cuida dela. As mensagens ficam em arquivos, e
          ninguém as recebe.
        </p>
      )}
      {state === 'none' ? null : (
        <p role="status">
          {describeFate(state, at, to)}
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
      {isUnderWay || !hasCompany ? null : (
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

function describeFate(state: Exclude<TestMailState, 'none'>, at: string, to: string | null): string {
  const addressee = to ? ` para ${to}` : ''
  return {
    queued: `Teste pedido em ${at}: sai em instantes.`,
    retried: `Teste pedido em ${at}: não saiu ainda e será tentado de novo.`,
    refused: `O teste${addressee}, pedido em ${at}, não foi enviado.`,
    sent: `Teste enviado${addressee} em ${at}. Confira se chegou.`,
  }[state]
}
