import { paths } from '#app/paths.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

type EndpointActsProps = { id: number; isActive: boolean; lock_version: number }

/** Shows the other actions of an endpoint, such as its test and its pause. */
export function EndpointActs({ id, isActive, lock_version }: EndpointActsProps) {
  return (
    <div className="stack">
      {isActive ? null : (
        <Notice tone="warn" title="Em pausa">
          Nada do que acontece agora é avisado a este sistema, nem depois.
        </Notice>
      )}
      <div className="actions">
        <PostForm action={paths.admin.webhookTest(id)} data-once="">
          <Button>Enviar teste</Button>
        </PostForm>
        <PostForm action={paths.admin.webhookState(id)} data-once="">
          <input type="hidden" name="lock_version" value={lock_version} />
          <Button name="intent" value={isActive ? 'pause' : 'resume'}>
            {isActive ? 'Pausar' : 'Retomar'}
          </Button>
        </PostForm>
        <LinkButton href={paths.admin.webhookDeliveries(id)}>Avisos enviados</LinkButton>
        <LinkButton href={paths.admin.webhookSecret(id)}>Novo segredo</LinkButton>
        <LinkButton href={paths.admin.webhookRemoval(id)}>Excluir</LinkButton>
      </div>
    </div>
  )
}
