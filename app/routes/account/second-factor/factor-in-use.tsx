import { paths } from '#app/paths.ts'
import { formatCount } from '#app/text/accounts/account-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Props = { since: string; codesLeft: number; canEnd: boolean; hasPasskeys: boolean }

/** Below this number of codes the page warns because losing the phone could lock the person out. */
const fewCodes = 3

export function FactorInUse({ since, codesLeft, canEnd, hasPasskeys }: Props) {
  const codesLeftText = formatCount(codesLeft, 'código de recuperação', 'códigos de recuperação')
  return (
    <>
      <Notice tone="good" title="Ligada">{`Desde ${since}. Sobram ${codesLeftText}.`}</Notice>
      {codesLeft < fewCodes ? (
        <Notice tone="warn">Faça novos códigos de recuperação antes que acabem.</Notice>
      ) : null}
      <PostForm action={paths.secondFactor()} className="stack" data-once="">
        <p>
          Trocou de telefone? Desligue e ligue de novo com o novo. Novos códigos de recuperação anulam os
          anteriores.{hasPasskeys && canEnd ? ' Quem desliga perde também as chaves de acesso.' : null}
        </p>
        <div className="actions">
          <Button name="intent" value="codes">
            Novos códigos de recuperação
          </Button>
          {canEnd ? (
            <Button variant="danger" name="intent" value="off">
              Desligar
            </Button>
          ) : null}
        </div>
      </PostForm>
    </>
  )
}
