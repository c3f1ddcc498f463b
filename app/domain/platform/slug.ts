/** 'Ação nº 5 – São João' → 'acao-no-5-sao-joao' */
export function slugify(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLetters)
    .replace(/^-+|-+$/g, '')
}

const maxLetters = 100
