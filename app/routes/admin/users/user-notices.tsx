import type { findUserFormData } from '#app/http/backoffice/user-form.server.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

type UserNoticesProps = {
  id: number
  isRemoved: boolean
  canSeeLink: boolean
  user: Pick<
    Awaited<ReturnType<typeof findUserFormData>>,
    'deletionAt' | 'emailRefusal' | 'linkUntil' | 'sameDocument'
  >
}

/** Shows warnings that staff should read before they change an account. */
export function UserNotices({ id, isRemoved, canSeeLink, user }: UserNoticesProps) {
  const { deletionAt, emailRefusal, linkUntil, sameDocument } = user
  return (
    <>
      {isRemoved ? <Notice tone="info">Esta conta foi anonimizada e não pode ser alterada.</Notice> : null}
      {emailRefusal ? (
        <Notice tone="warn" title={`E-mail recusado pelo servidor em ${emailRefusal}`}>
          As mensagens da loja não chegam a este cliente. Confira o endereço com ele por telefone; um endereço
          novo apaga este aviso.
        </Notice>
      ) : null}
      {deletionAt ? (
        <Notice tone="warn" title="Exclusão da conta pedida">
          <p>Os dados serão apagados em {deletionAt}. Até lá a conta pode voltar.</p>
          <PostForm action={paths.admin.userRestoration(id)}>
            <Button>Desfazer exclusão</Button>
          </PostForm>
        </Notice>
      ) : null}
      {linkUntil ? (
        <Notice tone="info" title="Há um link aberto para nova senha">
          <p>
            Vale até {linkUntil}.{' '}
            {canSeeLink ? (
              <a href={paths.admin.userResetLink(id)}>Ver o link</a>
            ) : (
              'De contas da equipe, só um administrador vê o link.'
            )}
          </p>
        </Notice>
      ) : null}
      {sameDocument.length > 0 ? (
        <Notice tone="info" title="O mesmo CPF ou CNPJ está em outro cadastro">
          <ul className="plain">
            {sameDocument.map((other) => (
              <li key={other.id}>
                <a href={paths.admin.client(other.id)}>{other.shownName}</a> ({other.email})
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  )
}
