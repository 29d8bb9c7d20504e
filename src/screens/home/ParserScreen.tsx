import { IconBinaryTree } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { PasteBox } from '../../decoding/PasteBox.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ActionCard, StartPage } from './StartCard.tsx';

/** The start page of a Parser: a card to the decoder (DEC-01, NAV-19), which also decodes in place. */
export default function ParserScreen(): ReactElement {
  const navigate = useNavigate();
  return (
    <StartPage title="Decoder">
      <ActionCard
        icon={<IconBinaryTree size={24} aria-hidden />}
        title={specTexts.home.decoderCard}
        text={specTexts.home.decoderHint}
        action={
          <PlainButton look="filled" onClick={() => void navigate({ to: '/decoding' })}>
            {specTexts.home.start}
          </PlainButton>
        }
      >
        <PasteBox />
      </ActionCard>
    </StartPage>
  );
}
