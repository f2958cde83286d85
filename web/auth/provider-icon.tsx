import {
  IconBrandAppleFilled,
  IconBrandGithub,
  IconBrandGoogleFilled,
  IconBrandWindowsFilled,
  IconLogin2,
  type Icon,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, Icon>> = {
  apple: IconBrandAppleFilled,
  azure: IconBrandWindowsFilled,
  github: IconBrandGithub,
  google: IconBrandGoogleFilled,
}

/** The logo of a sign-in provider, 18 pixels wide. Loaded only if the server has one. */
export function ProviderIcon({ id }: { id: string }) {
  const Icon = icons[id] ?? IconLogin2
  return <Icon size={18} stroke={1.7} />
}
