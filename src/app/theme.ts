/** Mantine theme: sizes, fonts, component defaults. Colours are defined in ui/tokens.css. */
import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  DrawerRoot,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  NumberInput,
  Paper,
  Popover,
  SegmentedControl,
  Skeleton,
  Switch,
  Tooltip,
  type VariantColorsResolver,
} from '@mantine/core';

const ink: MantineColorsTuple = [
  '#f9fafb',
  '#f2f4f6',
  '#e7eaec',
  '#d8dcdf',
  '#b9bfc2',
  '#8b9297',
  '#626a6f',
  '#474e53',
  '#2c3337',
  '#151a1e',
];
const night: MantineColorsTuple = [
  '#e4e7e8',
  '#c4c8cb',
  '#a1a7ab',
  '#757d82',
  '#3b4247',
  '#2c3337',
  '#21272b',
  '#171c1f',
  '#101417',
  '#090d0f',
];
const signal: MantineColorsTuple = [
  '#eff7fd',
  '#dbeefc',
  '#b8dffa',
  '#8fcbf2',
  '#68b6e7',
  '#3b99ce',
  '#197bae',
  '#096592',
  '#065074',
  '#063853',
];

/** In dark mode Mantine uses the light shade for text of filled buttons, too (white on light blue, 2.2:1). Set explicitly here. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  if (input.color && input.color !== 'signal') return usual;
  if (input.variant === 'filled')
    return {
      background: 'var(--dl-accent-fill)',
      hover: 'var(--dl-accent-hover)',
      color: 'var(--dl-on-accent)',
      border: '1px solid transparent',
    };
  if (input.variant === 'subtle') return { ...usual, color: 'var(--dl-accent)', hover: 'var(--dl-accent-tint)' };
  return usual;
};

export const theme = createTheme({
  variantColorResolver,
  colors: { gray: ink, dark: night, signal },
  primaryColor: 'signal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  white: '#ffffff',
  black: ink[9],
  fontFamily: 'var(--dl-sans)',
  fontFamilyMonospace: 'var(--dl-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
  headings: {
    fontFamily: 'var(--dl-sans)',
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '26px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: {
    xs: 'none',
    sm: '0 1px 2px rgb(9 13 15 / 0.1)',
    md: 'var(--dl-shadow-md)',
    lg: 'var(--dl-shadow-lg)',
    xl: 'var(--dl-shadow-lg)',
  },
  breakpoints: { xs: '22.5em', sm: '37.5em', md: '60em', lg: '80em', xl: '119.9375em' }, // 360, 600, 960, 1280, 1919 px
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'default', size: 'sm' },
      vars: () => ({ root: { '--button-height': 'var(--dl-control)', '--button-padding-x': '12px' } }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray' },
      vars: () => ({ root: { '--ai-size': 'var(--dl-control)' } }),
    }),
    Input: Input.extend({
      vars: () => ({ wrapper: { '--input-height': 'var(--dl-control)', '--input-fz': 'var(--dl-input-fz)' } }),
    }),
    NumberInput: NumberInput.extend({ defaultProps: { hideControls: true } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs', radius: 'xs' } }),
    Switch: Switch.extend({ defaultProps: { size: 'xs', withThumbIndicator: false } }),
    // None by default: those of mantine-react-table are outside every landmark, next to a title with the same text.
    Tooltip: Tooltip.extend({ defaultProps: { events: { hover: false, focus: false, touch: false } } }),
    Modal: Modal.extend({
      defaultProps: { radius: 'lg', shadow: 'lg', transitionProps: { duration: 120, transition: 'fade' } },
    }),
    DrawerRoot: DrawerRoot.extend({ defaultProps: { shadow: 'lg', transitionProps: { duration: 160 } } }),
    Menu: Menu.extend({
      // The library's placeholder for the first focus is not allowed in a menu (axe: aria-required-children).
      defaultProps: {
        shadow: 'md',
        radius: 'md',
        transitionProps: { duration: 0 },
        withInitialFocusPlaceholder: false,
      },
      styles: { item: { minHeight: 'var(--dl-menu-row)' } },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', radius: 'md', transitionProps: { duration: 0 } } }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { size: 'xs' } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 500, radius: 'sm' } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'xs' } }),
  },
});

const mapped = {
  '--mantine-color-body': 'var(--dl-surface)',
  '--mantine-color-text': 'var(--dl-text)',
  '--mantine-color-dimmed': 'var(--dl-dim)',
  '--mantine-color-placeholder': 'var(--dl-dim)',
  '--mantine-color-default': 'var(--dl-surface)',
  '--mantine-color-default-hover': 'var(--dl-hover)',
  '--mantine-color-default-color': 'var(--dl-text)',
  '--mantine-color-default-border': 'var(--dl-edge)',
  '--mantine-color-error': 'var(--dl-failed-fg)',
  '--mantine-color-anchor': 'var(--dl-accent)',
  '--mantine-primary-color-filled': 'var(--dl-accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--dl-accent-hover)',
  '--mantine-primary-color-contrast': 'var(--dl-on-accent)',
  '--mantine-color-signal-filled': 'var(--dl-accent-fill)',
  '--mantine-color-signal-filled-hover': 'var(--dl-accent-hover)',
  '--mantine-color-signal-text': 'var(--dl-accent)',
  '--mantine-color-gray-text': 'var(--dl-dim)',
  '--mantine-color-disabled': 'var(--dl-frame)',
  '--mantine-color-disabled-color': 'var(--dl-dim)',
  '--mantine-color-disabled-border': 'var(--dl-line)',
};

/** Mantine's variables refer to ours, so contrast and scheme need no second theme. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: mapped, dark: mapped });
