/** What effects need beside the database: the mail server, the payment gateway, Chromium, the storage of files. */
export const providerNames = ['mail', 'gateway', 'pdf', 'storage'] as const
export type ProviderName = (typeof providerNames)[number]
