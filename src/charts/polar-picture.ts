/**
 * The polar chart as a picture to keep: on white and of one size wherever it was saved; what it shows, of which stations and period, stands in it.
 * Must not: save the file.
 */
import { resolveColours } from '../ui/token-colours.ts';
import { type PolarColours, type PolarData, polarColourNames, polarPlot, seriesLooks } from './polar-plot.ts';

/** `lines` stand under the title, smaller. */
export type PictureWords = { readonly title: string; readonly lines: readonly string[] };

const chartPx = 480;
const lineHeight = 20;
const marginPx = 20;

/** A PNG; null when the browser makes none. */
export async function polarPicture(words: PictureWords, data: PolarData): Promise<Blob | null> {
  const colours = resolveColours(polarColourNames, 'light');
  const plot = polarPlot(document.createElement('div'), chartPx, data, () => colours);
  await Promise.resolve(); // a plot draws itself at the end of the task in which it is made
  const picture = await withWords(plot.ctx.canvas, words, data.series, colours);
  plot.destroy();
  return picture;
}

function withWords(
  canvas: HTMLCanvasElement,
  words: PictureWords,
  series: PolarData['series'],
  colours: PolarColours,
): Promise<Blob | null> {
  const ratio = canvas.width / chartPx;
  const head = marginPx + 28 + words.lines.length * lineHeight;
  const legend = series.length > 1 ? series.length * lineHeight : 0;
  const picture = document.createElement('canvas');
  picture.width = canvas.width;
  picture.height = canvas.height + (head + legend + marginPx) * ratio;
  const context = picture.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(canvas, 0, head * ratio);
  context.scale(ratio, ratio);
  const family = getComputedStyle(document.body).fontFamily;
  const write = (text: string, y: number, font: string, colour: string, x = marginPx): void => {
    context.font = `${font} ${family}`;
    context.fillStyle = colour;
    context.fillText(text, x, y, picture.width / ratio - x - marginPx);
  };
  write(words.title, marginPx + 16, '600 18px', colours.text);
  words.lines.forEach((line, at) => {
    write(line, marginPx + 16 + (at + 1) * lineHeight, '13px', colours.dim);
  });
  if (legend > 0)
    series.forEach(({ name }, at) => {
      const { colour, dash } = seriesLooks[at % seriesLooks.length] as (typeof seriesLooks)[number];
      const y = head + canvas.height / ratio + (at + 0.7) * lineHeight;
      context.strokeStyle = colours[colour];
      context.lineWidth = 2;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(marginPx, y - 4);
      context.lineTo(marginPx + 28, y - 4);
      context.stroke();
      write(name, y, '13px', colours.text, marginPx + 38);
    });
  return new Promise((resolve) => picture.toBlob(resolve, 'image/png'));
}
