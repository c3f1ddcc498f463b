/** A fictitious company for the heading of documents. */
export const seller = {
  name: 'Aeropub',
  legalName: 'Aeropub Publicações Inventadas Ltda.',
  cnpj: '12.ABC.345/01DE-35',
  address: 'Rua das Hélices, 100, Centro, Botucatu – SP, CEP 18600-000',
  phone: '(14) 3221-0000',
  email: 'contato@aeropub.test',
}
