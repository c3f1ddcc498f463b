export const providerNames = ['mail', 'gateway', 'pix', 'pdf', 'storage', 'fiscal'] as const
export type ProviderName = (typeof providerNames)[number]
