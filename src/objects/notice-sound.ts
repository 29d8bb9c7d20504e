/** The sound of new notices: off until the user turns it on, on each device. */
import { personalValue } from './personal-list.ts';

type Sound = 'on' | 'off';

export const soundChoice = personalValue<Sound>(
  'sound',
  'off',
  (text) => (text === 'on' ? 'on' : 'off'),
  (sound) => sound,
);

/** Hertz and seconds. An emergency is higher, and sounds three times. */
const tones = {
  notice: [{ hertz: 660, at: 0 }],
  emergency: [0, 0.25, 0.5].map((at) => ({ hertz: 990, at })),
} as const;
const toneS = 0.18;
const volume = 0.2;

/** Of the page: browsers allow few. */
let audio: AudioContext | null = null;

/** Not before the user has used the page: a browser would hold the sound back until then. */
export function playNotice(what: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  const context = audio;
  void context.resume().then(() => {
    for (const { hertz, at } of tones[what]) {
      const start = context.currentTime + at;
      const gain = context.createGain();
      // Without a ramp a tone clicks.
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(volume, start + 0.02);
      gain.gain.linearRampToValueAtTime(0, start + toneS);
      const tone = new OscillatorNode(context, { frequency: hertz });
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + toneS);
    }
  });
}
