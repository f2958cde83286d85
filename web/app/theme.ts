import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef0ff',
  '#e0e3ff',
  '#c8cbff',
  '#aba9ff',
  '#8b86ff',
  '#6d64f2',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f3f3f5',
  '#e7e7eb',
  '#d9d9df',
  '#a9a9b4',
  '#6e6e79',
  '#5e5e69',
  '#3f3f47',
  '#27272b',
  '#18181b',
]

const dark: MantineColorsTuple = [
  '#f4f4f6',
  '#d4d4da',
  '#a9a9b4',
  '#92929d',
  '#393941',
  '#2a2a30',
  '#1e1e23',
  '#17171b',
  '#101012',
  '#0b0b0d',
]

/**
 * Fills by token instead of by shade: white on indigo and near-black on the dark scheme's lighter indigo both pass AA.
 */
const variantColors: VariantColorsResolver = (input) => {
  const standard = defaultVariantColorsResolver(input)
  const color = input.color ?? input.theme.primaryColor
  if (input.variant === 'filled' && color === 'brand') {
    return { ...standard, background: 'var(--oh-brand)', hover: 'var(--oh-brand-hover)', color: 'var(--oh-on-brand)' }
  }
  if (input.variant === 'filled' && color === 'red') {
    return { ...standard, background: 'var(--oh-red)', hover: 'var(--oh-red)', color: 'var(--oh-surface)' }
  }
  if (input.variant === 'light' && color === 'brand') {
    return {
      ...standard,
      background: 'var(--oh-brand-soft)',
      hover: 'var(--oh-brand-soft)',
      color: 'var(--oh-brand-ink)',
    }
  }
  if (input.variant === 'light' && color === 'red') {
    return { ...standard, background: 'var(--oh-red-soft)', hover: 'var(--oh-red-soft)', color: 'var(--oh-red)' }
  }
  if (input.variant === 'subtle' && color === 'brand') {
    return { ...standard, hover: 'var(--oh-brand-soft)', color: 'var(--oh-brand-ink)' }
  }
  if (input.variant === 'subtle' && color === 'red') {
    return { ...standard, hover: 'var(--oh-red-soft)', color: 'var(--oh-red)' }
  }
  if (input.variant === 'subtle' && color === 'gray') {
    return { ...standard, hover: 'var(--oh-sunken)', color: 'var(--oh-ink-2)' }
  }
  return standard
}

/** The fonts of fallback-fonts.css are there until Inter is. */
const textFont = "'Inter Variable', 'Arial like Inter', 'Roboto like Inter', 'DejaVu like Inter', system-ui, sans-serif"

const floating = { transitionProps: { duration: 120, transition: 'pop' as const } }
const sliding = { transitionProps: { duration: 140 } }

/**
 * The look of every Mantine component. Sizes: `xs` 13 px (tables, captions), `sm` and `md` 14 px (controls, body), `lg`
 * 16, `xl` 20 (titles), in rem, so that they follow the browser's font size. Colors come from the tokens (tokens.css).
 */
export const theme = createTheme({
  fontFamily: textFont,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  headings: {
    fontFamily: textFont,
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.75rem' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.25rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.125rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.75rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  colors: { brand: indigo, gray, dark },
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver: variantColors,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'never',
  // Spelled out instead of `Button.extend(…)`, which would load every one of these components with the first page.
  components: {
    // The variant is spelled out: global.css recognizes it by its attribute.
    Button: { defaultProps: { size: 'sm', variant: 'filled' } },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
    Checkbox: { defaultProps: { radius: 'xs' } },
    // A hint is below its field, so that fields side by side keep one line.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Loader: { defaultProps: { size: 'sm', type: 'oval' } },
    Menu: {
      defaultProps: {
        ...floating,
        shadow: 'floating',
        position: 'bottom-end',
        offset: 4,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { ...floating, shadow: 'floating' } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Modal: {
      defaultProps: { ...sliding, shadow: 'floating', centered: true, overlayProps: { backgroundOpacity: 0.4 } },
    },
    Drawer: {
      defaultProps: { ...sliding, shadow: 'floating', position: 'right', overlayProps: { backgroundOpacity: 0.3 } },
    },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 80 }, withinPortal: true },
    },
  },
  shadows: { floating: 'var(--oh-shadow)' },
})

const shared = {
  '--mantine-color-text': 'var(--oh-ink)',
  '--mantine-color-body': 'var(--oh-surface)',
  '--mantine-color-bright': 'var(--oh-ink)',
  '--mantine-color-dimmed': 'var(--oh-ink-2)',
  '--mantine-color-placeholder': 'var(--oh-ink-3)',
  '--mantine-color-anchor': 'var(--oh-brand-ink)',
  '--mantine-color-error': 'var(--oh-red)',
  '--mantine-color-default': 'var(--oh-surface)',
  '--mantine-color-default-hover': 'var(--oh-hover)',
  '--mantine-color-default-color': 'var(--oh-ink)',
  '--mantine-color-default-border': 'var(--oh-line-strong)',
  '--mantine-primary-color-filled': 'var(--oh-brand)',
  '--mantine-primary-color-filled-hover': 'var(--oh-brand-hover)',
  '--mantine-primary-color-light': 'var(--oh-brand-soft)',
  '--mantine-primary-color-light-color': 'var(--oh-brand-ink)',
  '--mantine-color-red-6': 'var(--oh-red)',
  '--mantine-color-red-text': 'var(--oh-red)',
  '--mantine-color-green-6': 'var(--oh-green)',
  '--mantine-color-green-text': 'var(--oh-green)',
}

/** Maps Mantine's semantic colors to the tokens, so that both change together. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
