import type { BoundField } from './address-fields.tsx'
import { PasswordField } from './field.tsx'

export const newPasswordLabels = { password: 'Nova senha', confirmation: 'Confirme a nova senha' }

type NewPasswordFieldsProps = { field: { of: (name: string) => BoundField }; shortest: number }

/** A new password, typed twice; `shortest` is how many characters it needs. */
export function NewPasswordFields({ field, shortest }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={newPasswordLabels.password}
        hint={`Pelo menos ${shortest} caracteres.`}
        autoComplete="new-password"
        required
        {...field.of('password')}
      />
      <PasswordField
        label={newPasswordLabels.confirmation}
        autoComplete="new-password"
        required
        {...field.of('confirmation')}
      />
    </>
  )
}
