import { MAX_PASSWORD_LENGTH, type PasswordFault } from '#app/domain/accounts/password.ts'

/** Explains why a password is too weak; `min` is the minimum length in characters. */
export function formatPasswordFault(fault: PasswordFault, min: number): string {
  const faultTexts: Record<PasswordFault, string> = {
    'too-short': `A senha precisa de pelo menos ${min} caracteres`,
    'too-long': `Use no máximo ${MAX_PASSWORD_LENGTH} caracteres`,
    blank: 'A senha não pode ter só espaços',
    common: 'Esta senha é uma das mais usadas e fácil de adivinhar. Escolha outra',
    'own-data': 'A senha não pode ser feita só do seu nome ou do seu e-mail. Escolha outra',
    'shop-name': 'A senha não pode ser só o nome da loja. Escolha outra',
  }
  return faultTexts[fault]
}

export function formatNewPasswordHint(min: number): string {
  return `Pelo menos ${min} caracteres. Não use só o seu nome, o seu e-mail ou uma senha comum, como 12345678.`
}
