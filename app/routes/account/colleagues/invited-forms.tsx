import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import { paths } from '#app/paths.ts'
import { formatNewPasswordHint } from '#app/text/accounts/password-labels.ts'
import { Button } from '#app/ui/button.tsx'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { PasswordField, TextField } from '#app/ui/forms/field.tsx'

export type InvitationField = { getField: (name: string) => BoundField }

type FormProps = { email: string; field: InvitationField }

/** Asks for the password of the e-mail's existing account. */
export function OwnLogin({ email, field }: FormProps) {
  return (
    <section aria-labelledby="entrar">
      <h2 id="entrar">Entre para aceitar</h2>
      <form method="post" noValidate className="stack" data-once="">
        <Username email={email} />
        <PasswordField label="Senha" isRequired {...field.getField('password')} />
        <div className="actions">
          <Button variant="main" name="intent" value="login">
            Entrar
          </Button>
          <a href={paths.recover()}>Esqueci a senha</a>
        </div>
      </form>
    </section>
  )
}

/** Creates a private account, without addresses, for an e-mail that has none. */
export function NewAccount({ email, field }: FormProps) {
  return (
    <section aria-labelledby="criar">
      <h2 id="criar">Crie sua conta para aceitar</h2>
      <p>
        A conta é sua, com o seu CPF; a empresa não a vê. Como tratamos seus dados está no{' '}
        <a href={paths.privacy()}>aviso de privacidade</a>.
      </p>
      <form method="post" noValidate className="stack" data-once="">
        <Username email={email} />
        <TextField label="Nome completo" autoComplete="name" isRequired {...field.getField('name')} />
        <TextField
          label="CPF"
          inputMode="numeric"
          autoComplete="off"
          width="half"
          isRequired
          data-mask="cpf"
          {...field.getField('cpf')}
        />
        <TextField
          label="Telefone"
          type="tel"
          autoComplete="tel-national"
          width="half"
          isRequired
          data-mask="phone"
          {...field.getField('phone')}
        />
        <PasswordField
          label="Senha"
          hint={formatNewPasswordHint(MIN_PASSWORD_LENGTH.customer)}
          autoComplete="new-password"
          isRequired
          {...field.getField('password')}
        />
        <div className="actions">
          <Button variant="main" name="intent" value="create">
            Criar conta
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Shows the e-mail, so that password managers recognise the account; the server ignores it. */
function Username({ email }: { email: string }) {
  return <TextField label="E-mail" name="email" autoComplete="username" defaultValue={email} readOnly />
}
