import { formatNewPasswordHint } from '#app/text/accounts/password-labels.ts'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'
import { PasswordField } from '#app/ui/forms/field.tsx'

export const newPasswordLabels = { password: 'Nova senha', confirmation: 'Confirme a nova senha' }

type NewPasswordFieldsProps = { field: { getField: (name: string) => BoundField }; minLength: number }

/** Asks for a new password twice; `minLength` is its minimum length in characters. */
export function NewPasswordFields({ field, minLength }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={newPasswordLabels.password}
        hint={formatNewPasswordHint(minLength)}
        autoComplete="new-password"
        isRequired
        {...field.getField('password')}
      />
      <PasswordField
        label={newPasswordLabels.confirmation}
        autoComplete="new-password"
        isRequired
        {...field.getField('confirmation')}
      />
    </>
  )
}
